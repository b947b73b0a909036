/** Methods of the reference that are not available here, with a hint for the error message. */
export const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  ["liveness", "use GET /liveness"],
  ["readiness", "use GET /readiness"],
]);
