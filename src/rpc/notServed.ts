/** Methods of the reference that are missing here, and why: callers learn that they did not mistype. */
export const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  ["liveness", "it is GET /liveness"],
  ["readiness", "it is GET /readiness"],
]);
