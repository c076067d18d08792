import { instantParameter, optional } from '#endpoint/query-parameters'
import { Problem } from '#kit/problem'
import { hours } from '#kit/time'

/** How long what was read of kept catalogues is valid. */
export const PAST_TTL_MS = hours(1)

/** The parameter of an instant as of which elements are given. */
export const at = optional(
  instantParameter('Gives what was known then, if catalogues are kept', '2026-11-20T12:34:00Z'),
)

/**
 * Returns the times of what was read of kept catalogues: those of the hour, so that it is the same, byte for
 * byte, whenever it is read again.
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
