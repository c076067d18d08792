import type { EndpointCall } from '#endpoint/endpoint'
import { Problem } from '#kit/problem'
import { days, hours, minutes, seconds } from '#kit/time'

type Params = EndpointCall['params']

/** The most instants of a request. */
export const MAX_POINTS = 1_440
/** How far from now instants may be, in days: elements of now say little about others. */
export const MAX_DAYS_AWAY = 30
const UNITS: Readonly<Record<string, number>> = { s: seconds(1), m: minutes(1), h: hours(1) }

/** Returns the instants that a request asks for, in epoch milliseconds. */
export function instantsOf({ at, start, stop, step }: Params, now: number): number[] {
  if (typeof start !== 'string') return [typeof at === 'string' ? Date.parse(at) : now]
  const [from, to, stepMs] = [Date.parse(start), Date.parse(String(stop)), toMs(step)]
  return Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, i) => from + i * stepMs)
}

/** @throws Problem `invalid_parameter` */
export function assertInstants({ at, start, stop, step }: Params, now: number): void {
  if ((start === undefined) !== (stop === undefined)) throw invalid('start', 'start and stop together')
  if (at !== undefined && start !== undefined) throw invalid('at', 'either at, or start and stop')
  for (const [name, given] of Object.entries({ at, start, stop }))
    if (typeof given === 'string' && Math.abs(Date.parse(given) - now) > days(MAX_DAYS_AWAY))
      throw invalid(name, `an instant within ${MAX_DAYS_AWAY} days of now`)
  if (start === undefined) return
  const spanMs = Date.parse(String(stop)) - Date.parse(String(start))
  if (spanMs < 0) throw invalid('start', 'an instant that is not after stop')
  if (spanMs / toMs(step) >= MAX_POINTS)
    throw invalid('step', `one that gives at most ${MAX_POINTS} instants`)
}

/** Returns the milliseconds of a step such as `30s`, by default of a minute. */
function toMs(given: Params[string]): number {
  const step = typeof given === 'string' ? given : '1m'
  return Number(step.slice(0, -1)) * (UNITS[step.slice(-1)] ?? Number.NaN)
}

function invalid(name: string, expected: string): Problem {
  return new Problem('invalid_parameter', { message: `Invalid ${name}: expected ${expected}.` })
}
