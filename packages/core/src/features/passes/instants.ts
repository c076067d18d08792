import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { invalidParameter } from '#kernel/endpoint/query-parameters'
import { days, hours, minutes, seconds } from '#kernel/kit/time'

type Params = EndpointCall['params']

/** Maximum number of instants per request. */
export const MAX_POINTS = 1_440
/**
 * Maximum distance of an instant from now, in days. Current elements say little about instants further away.
 */
export const MAX_DAYS_AWAY = 30
const UNITS: Readonly<Record<string, number>> = { s: seconds(1), m: minutes(1), h: hours(1) }

/** Returns the requested instants, in epoch milliseconds. */
export function instantsOf({ at, start, stop, step }: Params, now: number): number[] {
  if (typeof start !== 'string') return [typeof at === 'string' ? Date.parse(at) : now]
  const [from, to, stepMs] = [Date.parse(start), Date.parse(String(stop)), toMs(step)]
  return Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, i) => from + i * stepMs)
}

/** @throws Problem `invalid_parameter` */
export function assertInstants({ at, start, stop, step }: Params, now: number): void {
  if ((start === undefined) !== (stop === undefined))
    throw invalidParameter('start', 'start and stop together')
  if (at !== undefined && start !== undefined) throw invalidParameter('at', 'either at, or start and stop')
  assertNear({ at, start, stop }, now)
  if (start === undefined) return
  const spanMs = Date.parse(String(stop)) - Date.parse(String(start))
  if (spanMs < 0) throw invalidParameter('start', 'an instant not after stop')
  if (spanMs / toMs(step) >= MAX_POINTS)
    throw invalidParameter('step', `a step that results in at most ${MAX_POINTS} instants`)
}

/** @throws Problem `invalid_parameter` for an instant that is too far from now */
export function assertNear(instants: Params, now: number): void {
  for (const [name, given] of Object.entries(instants))
    if (typeof given === 'string' && Math.abs(Date.parse(given) - now) > days(MAX_DAYS_AWAY))
      throw invalidParameter(name, `an instant within ${MAX_DAYS_AWAY} days of now`)
}

/** Returns the milliseconds of a step such as `30s`; a minute by default. */
function toMs(given: Params[string]): number {
  const step = typeof given === 'string' ? given : '1m'
  return Number(step.slice(0, -1)) * (UNITS[step.slice(-1)] ?? Number.NaN)
}
