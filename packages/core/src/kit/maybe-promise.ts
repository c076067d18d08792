/** A value, or a promise of one: what is in memory is returned synchronously. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Passes the value to `next`: at once, or when the promise resolves. `state` is passed on, so that `next`
 * need not be a closure made for each request.
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
 * Runs `start` and passes its outcome to one of two handlers: at once when it returns a value or throws,
 * later when it returns a promise. What a handler throws is not caught. All three receive `state`.
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
