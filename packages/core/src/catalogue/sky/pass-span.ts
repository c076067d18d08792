import { assertNear } from '#catalogue/sky/instants'
import type { EndpointCall } from '#endpoint/endpoint'
import { invalidParameter } from '#endpoint/query-parameters'
import { days, minutes } from '#kit/time'

type Params = EndpointCall['params']

/** How long a list is given: as long as its first pass is not over. */
export const PASSES_VALID_MS = minutes(10)
/** The most days that a list is for. */
export const MAX_DAYS = 10
/** Days of a list whose end is not given. */
const DEFAULT_DAYS = 3

/** Returns which passes a request asks for, in epoch milliseconds: `from` now, `to` some days later. */
export function passSpan({ from, to, days: length }: Params, now: number): { from: number; to: number } {
  const start = typeof from === 'string' ? Date.parse(from) : now
  const end = typeof to === 'string' ? Date.parse(to) : start + days(Number(length ?? DEFAULT_DAYS))
  return { from: start, to: end }
}

/** @throws Problem `invalid_parameter` for spans that contradict themselves, or are too long or too far */
export function assertPassSpan(params: Params, now: number): void {
  if (params['to'] !== undefined && params['days'] !== undefined)
    throw invalidParameter('days', 'either days, or to')
  assertNear({ from: params['from'], to: params['to'] }, now)
  const { from, to } = passSpan(params, now)
  if (to <= from) throw invalidParameter('to', 'an instant after from, which is now by default')
  if (to - from > days(MAX_DAYS))
    throw invalidParameter('to', `an instant at most ${MAX_DAYS} days after from`)
}
