/** A value that is here already or on its way: what is in memory answers without a turn of the event loop. */
export type Soon<T> = T | Promise<T>

/** Applies `next` now when the value is here, later when it is a promise. */
export function andThen<T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}
