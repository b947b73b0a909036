/** SQLite returns a value, PostgreSQL a promise; `await` handles both. */
export type MaybePromise<T> = T | Promise<T>;

/**
 * What `work` makes of a value, at once if the value is there. For short answers from SQLite: each `await` costs as much
 * as a small part of the answer.
 */
export function andThen<T, Result>(
  value: MaybePromise<T>,
  work: (value: T) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(work) : work(value);
}

/** The same for several values. */
export function whenAll<T, Result>(
  values: readonly MaybePromise<T>[],
  work: (values: readonly T[]) => MaybePromise<Result>,
): MaybePromise<Result> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values).then(work)
    : work(values as readonly T[]);
}
