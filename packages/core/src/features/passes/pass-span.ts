import { assertNear } from '#features/passes/instants'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { invalidParameter } from '#kernel/endpoint/query-parameters'
import { days, minutes } from '#kernel/kit/time'

type Params = EndpointCall['params']

/** Maximum validity of a list, which also ends when its first pass is over. */
export const PASSES_VALID_MS = minutes(10)
/** Maximum length of a list in days. */
export const MAX_DAYS = 10
/** Default length of a list in days. */
const DEFAULT_DAYS = 3

/**
 * Returns the requested span of passes, in epoch milliseconds. By default, `from` is now and `to` some days
 * later.
 */
export function passSpan({ from, to, days: length }: Params, now: number): { from: number; to: number } {
  const start = typeof from === 'string' ? Date.parse(from) : now
  const end = typeof to === 'string' ? Date.parse(to) : start + days(Number(length ?? DEFAULT_DAYS))
  return { from: start, to: end }
}

/** @throws Problem `invalid_parameter` for a span that is contradictory, too long or too far away */
export function assertPassSpan(params: Params, now: number): void {
  if (params['to'] !== undefined && params['days'] !== undefined)
    throw invalidParameter('days', 'either days, or to')
  assertNear({ from: params['from'], to: params['to'] }, now)
  const { from, to } = passSpan(params, now)
  if (to <= from) throw invalidParameter('to', 'an instant after from, which is now by default')
  if (to - from > days(MAX_DAYS))
    throw invalidParameter('to', `an instant at most ${MAX_DAYS} days after from`)
}
