import * as v from 'valibot'
import type { EndpointCall } from '#endpoint/endpoint'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { Problem } from '#kit/problem'
import { days, hours, minutes } from '#kit/time'
import { MAX_SPAN_DAYS } from '#space-weather/series/recorded-series'
import { FORMATS, type Format } from '#space-weather/series/series-formats'
import type { Span } from '#space-weather/series/series-span'

const DEFAULT_SPAN_MS = days(1)
const UNITS: Readonly<Record<string, number>> = { m: minutes(1), h: hours(1), d: days(1) }

/** Query parameters of a series whose values come at this cadence. */
export function parametersOf(cadenceMs: number) {
  const step = cadenceMs / minutes(1)
  const formats = Object.keys(FORMATS) as [Format, ...Format[]]
  return {
    start: optional(instantParameter('First instant, 24 hours before stop by default', '2026-11-20')),
    stop: optional(instantParameter('End, now by default', '2026-11-21T12:00:00Z')),
    step: optional(
      v.pipe(
        v.string(),
        // Stays a text, which toMs reads; an empty one matches nothing.
        v.transform((given) => {
          const ms = toMs(given)
          return ms % cadenceMs === 0 && ms <= days(MAX_SPAN_DAYS) ? given : ''
        }),
        v.string(),
        v.regex(/^[1-9][0-9]{0,4}[mhd]$/),
        v.maxLength(6),
        v.description(
          `Length of a row: a multiple of ${step}m up to ${MAX_SPAN_DAYS}d, such as ${5 * step}m, 1h, 3h or 1d; ` +
            `default ${step}m`,
        ),
        v.examples(['1h']),
      ),
    ),
    format: optional(
      v.pipe(
        v.picklist(formats),
        v.description('Format, instead of by Accept: json or csv'),
        v.examples(['csv']),
      ),
    ),
  }
}

/** Returns the span that a request asks for. */
export function requestedSpan({ start, stop }: EndpointCall['params'], now: number): Span {
  const stopMs = typeof stop === 'string' ? Date.parse(stop) : now
  return { startMs: typeof start === 'string' ? Date.parse(start) : stopMs - DEFAULT_SPAN_MS, stopMs }
}

/** Returns the length of a row in milliseconds. */
export function stepOf({ step }: EndpointCall['params'], cadenceMs: number): number {
  return typeof step === 'string' ? toMs(step) : cadenceMs
}

/** Returns the milliseconds of a step such as `5m`; NaN for anything else. */
function toMs(step: string): number {
  return Number(step.slice(0, -1)) * (UNITS[step.slice(-1)] ?? Number.NaN)
}

/** @throws Problem `invalid_parameter` */
export function assertSpan({ startMs, stopMs }: Span): void {
  if (startMs >= stopMs)
    throw new Problem('invalid_parameter', { message: 'Invalid start: expected an instant before stop.' })
  if (stopMs - startMs > days(MAX_SPAN_DAYS))
    throw new Problem('invalid_parameter', {
      message: `Invalid start: expected at most ${MAX_SPAN_DAYS} days before stop.`,
    })
}
