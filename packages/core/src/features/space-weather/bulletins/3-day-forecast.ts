import * as v from 'valibot'
import { bulletinEndpoint, bulletinMembers } from '#features/space-weather/bulletins/bulletin-endpoint'
import { type KpForecast, kpForecast } from '#features/space-weather/kp/swpc-kp-forecast'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { named } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { iso, minutes } from '#kernel/kit/time'

const data = v.strictObject(bulletinMembers('3-day forecast'))

// The fallback, a table of Kp, has no text.
const { fallback: _, ...bulletin } = kpForecast

/** Serves NOAA's three-day forecast as text. /v1/space-weather/kp/forecast has its Kp as numbers. */
export const threeDayForecast = bulletinEndpoint({
  path: '/v1/space-weather/3-day-forecast',
  operationId: 'getThreeDayForecast',
  summary: '3-day forecast of NOAA SWPC, as text',
  description:
    'Kp for each three-hour window, and the probabilities of radiation storms and radio blackouts with the ' +
    'reasons for them. NOAA issues the forecast at 00:30 and 12:30 UTC. /v1/space-weather/kp/forecast has ' +
    'its Kp as numbers.',
  ttlMs: minutes(15),
  data: named('ThreeDayForecast', data),
  source: fromMeasurement(bulletin, toBulletinData),
})

/** @throws Problem `upstream_invalid` if a part of the text is missing. */
function toBulletinData({ asOf, text }: KpForecast, source: string): v.InferOutput<typeof data> {
  if (text === null) throw new Problem('upstream_invalid', { retryAfterSeconds: 45 })
  const issued_at = iso(asOf)
  return { issued_at, text, as_of: issued_at, source }
}
