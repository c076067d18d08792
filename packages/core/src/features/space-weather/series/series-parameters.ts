import * as v from 'valibot'
import { maxSpanDays } from '#features/space-weather/series/recorded-series'
import { isDaily, SERIES, type SeriesId } from '#features/space-weather/series/series-declarations'
import { FORMATS, type Format } from '#features/space-weather/series/series-formats'
import type { Span } from '#features/space-weather/series/series-span'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { Problem } from '#kernel/kit/problem'
import { days, hours, minutes } from '#kernel/kit/time'

const UNITS: Readonly<Record<string, number>> = { m: minutes(1), h: hours(1), d: days(1) }

/** Returns the default length of a span, in milliseconds. */
function defaultSpanMs(id: SeriesId): number {
  return days(isDaily(id) ? 30 : 1)
}

/** Query parameters of a series. */
export function parametersOf(id: SeriesId) {
  const cadenceMs = SERIES[id].stepMs
  const [step, long] = [cadenceMs / minutes(1), `${maxSpanDays(id)}d`]
  const isOfHours = step % 60 === 0
  const steps = isDaily(id)
    ? `a multiple of 1d up to ${long}, such as 7d; default 1d`
    : isOfHours
      ? `a multiple of ${step / 60}h up to ${long}, such as ${step / 30}h or 1d; default ${step / 60}h`
      : `a multiple of ${step}m up to ${long}, such as ${5 * step}m, 1h, 3h or 1d; default ${step}m`
  const [span, begin] = isDaily(id) ? ['30 days', '2026-10-22'] : ['24 hours', '2026-11-20']
  const formats = Object.keys(FORMATS) as [Format, ...Format[]]
  return {
    start: optional(instantParameter(`Start of the span, ${span} before stop by default`, begin)),
    stop: optional(instantParameter('End of the span, now by default', '2026-11-21T12:00:00Z')),
    step: optional(
      v.pipe(
        v.string(),
        // Stays a string, which toMs parses. An empty string matches nothing.
        v.transform((given) => {
          const ms = toMs(given)
          return ms % cadenceMs === 0 && ms <= days(maxSpanDays(id)) ? given : ''
        }),
        v.string(),
        v.regex(/^[1-9][0-9]{0,4}[mhd]$/),
        v.maxLength(6),
        v.description(`Length of a row: ${steps}`),
        v.examples([isDaily(id) ? '7d' : isOfHours ? '1d' : '1h']),
      ),
    ),
    format: optional(
      v.pipe(
        v.picklist(formats),
        v.description('Format, overriding the Accept header: json or csv'),
        v.examples(['csv']),
      ),
    ),
  }
}

/** Returns the requested span. */
export function requestedSpan(id: SeriesId, { start, stop }: EndpointCall['params'], now: number): Span {
  const stopMs = typeof stop === 'string' ? Date.parse(stop) : now
  return { startMs: typeof start === 'string' ? Date.parse(start) : stopMs - defaultSpanMs(id), stopMs }
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
export function assertSpan(id: SeriesId, { startMs, stopMs }: Span): void {
  if (startMs >= stopMs)
    throw new Problem('invalid_parameter', { message: 'Invalid start: expected an instant before stop.' })
  if (stopMs - startMs > days(maxSpanDays(id)))
    throw new Problem('invalid_parameter', {
      message: `Invalid start: expected at most ${maxSpanDays(id)} days before stop.`,
    })
}
