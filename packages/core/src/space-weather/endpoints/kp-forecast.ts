import * as v from 'valibot'
import { dataEndpoint } from '#endpoint/data-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import { staleProblem } from '#endpoint/measured'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { instant, named, orNull, quantity, sourceLabel } from '#endpoint/schemas'
import type { Held, Loaded } from '#endpoint/source'
import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'
import { hours, iso, minutes } from '#kit/time'
import { KEPT_FORECAST_DAYS, recordForecast } from '#space-weather/forecast/kept-forecasts'
import { KP_NOTE } from '#space-weather/reference/kp-index'
import { geomagneticStorms, scaleFor } from '#space-weather/reference/scales'
import { type ForecastWindow, kpForecast } from '#space-weather/swpc/kp-forecast'
import { toFeed } from '#upstreams/feed'

const forecastWindow = v.strictObject({
  start: instant('Start of the window of three hours', '2026-11-21T12:00:00.000Z'),
  stop: instant('End of the window', '2026-11-21T15:00:00.000Z'),
  kp: quantity('Planetary K index forecast for the window, 0 to 9, fractional', 4.67, 0, 9),
  g_scale: v.pipe(
    v.picklist(geomagneticStorms.map(({ scale }) => scale)),
    v.description('NOAA geomagnetic storm scale, G0 (none) to G5 (extreme), as NOAA marks the window'),
    v.examples(['G1']),
  ),
})

const data = v.strictObject({
  issued_at: orNull(
    instant(
      'Time NOAA issued the forecast; null from the fallback feed, which does not tell it',
      '2026-11-21T12:30:00.000Z',
    ),
  ),
  forecast: v.pipe(
    v.array(named('KpForecastWindow', forecastWindow)),
    v.description('Windows of three hours, ascending; the first may have passed'),
  ),
  source: sourceLabel('NOAA SWPC 3-day forecast'),
})

type Data = v.InferOutput<typeof data>

const issuedBefore = optional(
  instantParameter('Gives the newest issue from before it', '2026-11-21T12:00:00Z'),
)

const declaration = {
  path: '/v1/space-weather/kp/forecast',
  operationId: 'getKpForecast',
  summary: 'Forecast of the planetary K index for three days',
  description:
    'As NOAA SWPC issues it at 00:30 and 12:30 UTC, from the start of the day of issue; if that is ' +
    'unavailable or late, what the table of Kp marks as estimated (the rest of the current day) and predicted. Every issue is kept for ' +
    `${KEPT_FORECAST_DAYS} days, to be compared with what came: see \`issued_before\`. A forecast that is ` +
    `more than 2 d old is not given as the newest: 503 \`upstream_stale\`. ${KP_NOTE}`,
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(30),
  queryParameters: { issued_before: issuedBefore },
  data: named('KpForecast', data),
} as const

const newest = dataEndpoint({
  ...declaration,
  source: {
    upstreams: [toFeed(kpForecast)],
    stored: true,
    load: (_: unknown, context, { held } = {}) => loadNewest(context, held),
  },
  problems: ['upstream_stale', 'forecast_not_found'],
})

/** Issues of the past need no feed, and are stored already. */
const kept = dataEndpoint({
  ...declaration,
  source: {
    upstreams: [],
    stored: false,
    notFoundTtlMs: 0,
    load: (params: object, context) => loadKept((params as Params).issued_before, context),
  },
})

interface Params {
  /** ISO 8601 in UTC, or a date. */
  readonly issued_before: string
}

/** Serves NOAA's forecast of Kp, and its earlier issues. */
export const kpForecastEndpoint = {
  ...newest,
  respond: (call) => (call.params['issued_before'] === undefined ? newest : kept).respond(call),
} satisfies Endpoint

async function loadNewest(context: Context, held: Held<Data> | undefined): Promise<Loaded<Data>> {
  const { value, source, fetchedAt } = await recordForecast(context)
  const { issuedAt, asOf, windows } = value
  const heldAt = Date.parse(held?.data.issued_at ?? '')
  // A cache of the provider may still have the issue before.
  const isOlder = held !== undefined && issuedAt !== null && heldAt > issuedAt && heldAt <= context.now()
  const newestAt = isOlder ? heldAt : asOf
  const recentUntil = newestAt + kpForecast.maxAgeMs
  if (context.now() > recentUntil) throw staleProblem(kpForecast, newestAt)
  const loaded = isOlder ? held.data : toForecastData(issuedAt, windows, source)
  return { data: loaded, source: loaded.source, fetchedAt, recentUntil }
}

async function loadKept(before: string, context: Context): Promise<Loaded<Data>> {
  const issue = await context.spaceWeather.keptForecasts.newestBefore(Date.parse(before))
  if (!issue)
    throw new Problem('forecast_not_found', {
      message: `No forecast is kept that was issued before ${iso(Date.parse(before))}. Each is kept for ${KEPT_FORECAST_DAYS} days.`,
    })
  const { issuedAt, windows, source } = issue
  return { data: toForecastData(issuedAt, windows, source), source, fetchedAt: context.now() }
}

function toForecastData(issuedAt: number | null, windows: readonly ForecastWindow[], source: string): Data {
  return {
    issued_at: issuedAt === null ? null : iso(issuedAt),
    forecast: windows.map(({ at, kp, gScale }) => ({
      start: iso(at),
      stop: iso(at + hours(3)),
      kp,
      g_scale:
        geomagneticStorms.find(({ scale }) => scale === gScale)?.scale ?? scaleFor(geomagneticStorms, kp),
    })),
    source,
  }
}
