import * as v from 'valibot'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type Scale,
  stepOf,
} from '#features/space-weather/scales/noaa-scales'
import { noaaScales, type ScaleLevels, type ScalesProduct } from '#features/space-weather/scales/swpc-scales'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { days, iso, minutes } from '#kernel/kit/time'

const step = <Letter extends string>(meaning: string, steps: Scale<Letter>) =>
  orNull(
    v.pipe(
      v.picklist(steps.map(({ scale }) => scale)),
      v.description(`${meaning}, ${steps[0].scale} (none) to ${steps.at(-1)?.scale} (extreme)`),
      v.examples([steps[0].scale]),
    ),
  )

const levels = {
  r_scale: step('NOAA radio blackout scale', radioBlackouts),
  s_scale: step('NOAA solar radiation storm scale', radiationStorms),
  g_scale: step('NOAA geomagnetic storm scale', geomagneticStorms),
}

const percent = (what: string, example: number) =>
  orNull(quantity(`Probability of ${what} on the day, percent`, example, 0, 100))

const day = v.strictObject({
  date: text('UTC day', '2026-11-21'),
  r1_r2_percent: percent('radio blackouts of R1 or R2', 35),
  r3_percent: percent('radio blackouts of R3 or greater', 5),
  s1_percent: percent('a solar radiation storm of S1 or greater', 75),
  g_scale: step('Strongest geomagnetic storm expected on the day', geomagneticStorms),
})

const data = v.strictObject({
  observed: v.pipe(
    named('ScaleLevels', v.strictObject(levels)),
    v.description('Latest levels observed by NOAA, at as_of; null if NOAA gives no level'),
    v.examples([]),
  ),
  highest_24h: v.pipe(
    named('HighestScaleLevels', v.strictObject({ start: instant('Start of the 24 hours'), ...levels })),
    v.description('Highest level of each scale in the 24 hours up to as_of'),
    v.examples([]),
  ),
  forecast: v.pipe(
    v.array(named('ScaleForecast', day)),
    v.description('Three UTC days from the day of as_of; a value is null if NOAA gives none'),
  ),
  as_of: instant('Time of the observation'),
  source: sourceLabel('NOAA SWPC space weather scales'),
})

/** Serves the observed and forecast levels of NOAA's scales. */
export const scales = dataEndpoint({
  path: '/v1/space-weather/scales',
  operationId: 'getScales',
  summary: 'NOAA’s R, S and G scales: observed, 24-hour maximum, and forecast',
  description:
    'Levels as shown on NOAA SWPC’s front page, updated every minute. For the current day and the next two ' +
    'days, NOAA gives a level of the G scale and probabilities for R and S. /ref/scales explains the ' +
    'levels.',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(1),
  data: named('Scales', data),
  source: fromMeasurement(noaaScales, toScalesData),
})

/** Converts the product to the payload. */
function toScalesData(product: ScalesProduct, source: string): v.InferOutput<typeof data> {
  const { observedAt, observed, highest, forecast } = product
  return {
    observed: namesOf(observed),
    highest_24h: { start: iso(observedAt - days(1)), ...namesOf(highest) },
    forecast: forecast.map(({ day, r1ToR2, r3OrGreater, s1OrGreater, g }) => ({
      date: day,
      r1_r2_percent: r1ToR2,
      r3_percent: r3OrGreater,
      s1_percent: s1OrGreater,
      g_scale: g === null ? null : stepOf(geomagneticStorms, g).scale,
    })),
    as_of: iso(observedAt),
    source,
  }
}

function namesOf({ r, s, g }: ScaleLevels) {
  return {
    r_scale: r === null ? null : stepOf(radioBlackouts, r).scale,
    s_scale: s === null ? null : stepOf(radiationStorms, s).scale,
    g_scale: g === null ? null : stepOf(geomagneticStorms, g).scale,
  }
}
