/** A value, or a promise of one. Values in memory are returned synchronously. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Passes the value to `next`, immediately or when the promise resolves. `state` is passed on, so that `next`
 * need not be a closure created for each request.
 */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U>
export function andThen<T, U, S>(
  value: MaybePromise<T>,
  next: (value: T, state: S) => MaybePromise<U>,
  state: S,
): MaybePromise<U>
export function andThen<T, U, S>(
  value: MaybePromise<T>,
  next: (value: T, state?: S) => MaybePromise<U>,
  state?: S,
): MaybePromise<U> {
  return value instanceof Promise ? value.then((late) => next(late, state)) : next(value, state)
}

/**
 * Runs `start` and passes its outcome to one of two handlers: immediately if it returns a value or throws,
 * later if it returns a promise. Errors thrown by a handler are not caught. All three functions receive
 * `state`.
 */
export function settle<S, T, U>(
  state: S,
  start: (state: S) => MaybePromise<T>,
  onValue: (value: T, state: S) => MaybePromise<U>,
  onError: (error: unknown, state: S) => MaybePromise<U>,
): MaybePromise<U> {
  let value: MaybePromise<T>
  try {
    value = start(state)
  } catch (error) {
    return onError(error, state)
  }
  if (!(value instanceof Promise)) return onValue(value, state)
  return value.then(
    (late) => onValue(late, state),
    (error) => onError(error, state),
  )
}
