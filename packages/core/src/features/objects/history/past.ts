import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { Problem } from '#kernel/kit/problem'
import { hours } from '#kernel/kit/time'

/** Validity of data read from kept catalogues. */
export const PAST_TTL_MS = hours(1)

/** Parameter for the time at which the elements were known. */
export const at = optional(
  instantParameter('Returns the elements known at this time, if catalogues are kept', '2026-11-20T12:34:00Z'),
)

/**
 * Returns the validity of data read from kept catalogues. It starts at the full hour, so that every read
 * returns the same bytes.
 */
export function pastValidity(now: number) {
  const fetchedAt = Math.floor(now / PAST_TTL_MS) * PAST_TTL_MS
  return { fetchedAt, validUntil: fetchedAt + PAST_TTL_MS }
}

/** @throws Problem `invalid_parameter` */
export function assertPast(given: unknown, now: number): void {
  if (typeof given === 'string' && Date.parse(given) > now)
    throw new Problem('invalid_parameter', { message: 'Invalid at: expected an instant that has passed.' })
}
