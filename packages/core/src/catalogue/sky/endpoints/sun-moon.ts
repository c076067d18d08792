import * as v from 'valibot'
import { rounded } from '#catalogue/elements/element-set'
import { MAX_DAYS_AWAY } from '#catalogue/sky/instants'
import { placeOf } from '#catalogue/sky/place-parameters'
import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { type Crossings, sunAndMoonOver } from '#catalogue/sky/sun-and-moon'
import { altitudeParameter, placeParameters } from '#endpoint/place'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { instant, named, orNull, quantity, sourceLabel } from '#endpoint/schemas'
import { Problem } from '#kit/problem'
import { days, iso, minutes } from '#kit/time'

const nextOf = (what: string, example: string) =>
  orNull(instant(`${what} within 24 hours of as_of; null for none`, example))

const look = {
  azimuth_deg: quantity('Azimuth at as_of, degrees from north over east', 231.4, 0, 360),
  elevation_deg: quantity('Elevation of the centre at as_of, degrees, without refraction', 12.3, -90, 90),
  is_up: v.pipe(
    v.boolean(),
    v.description('Whether the upper limb is above the horizon at as_of'),
    v.examples([true]),
  ),
}

const twilight = (name: string, depressionDeg: number) =>
  named(
    `${name}Twilight`,
    v.strictObject({
      dawn: nextOf(`When the Sun rises above −${depressionDeg}°`, '2026-11-22T05:29:00Z'),
      dusk: nextOf(`When the Sun sinks below −${depressionDeg}°`, '2026-11-21T16:05:00Z'),
    }),
  )

const data = v.strictObject({
  latitude_deg: quantity('Latitude of the place as computed with, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude of the place as computed with, degrees', 11.58, -180, 180),
  altitude_m: quantity('Altitude of the place as computed with, metres', 520),
  sun: named(
    'SunOverPlace',
    v.strictObject({
      ...look,
      rise: nextOf('Sunrise: upper limb, 34′ of refraction,', '2026-11-22T06:31:00Z'),
      set: nextOf('Sunset', '2026-11-21T15:29:00Z'),
    }),
  ),
  twilight: named(
    'TwilightOfPlace',
    v.strictObject({
      civil: twilight('Civil', 6),
      nautical: twilight('Nautical', 12),
      astronomical: twilight('Astronomical', 18),
    }),
  ),
  moon: named(
    'MoonOverPlace',
    v.strictObject({
      ...look,
      rise: nextOf('Moonrise: upper limb, 34′ of refraction,', '2026-11-21T13:49:00Z'),
      set: nextOf('Moonset', '2026-11-22T04:10:00Z'),
      distance_km: quantity('Distance from the place, km', 384_400, 350_000, 420_000),
      illuminated_percent: quantity('Part of the disc that is lit, percent', 86.3, 0, 100),
      is_waxing: v.pipe(v.boolean(), v.description('Whether that becomes more'), v.examples([true])),
    }),
  ),
  as_of: instant('Instant of the computation: at, or now'),
  source: sourceLabel('Space-Data'),
})

/** The payload of Sun and Moon over a place. */
export type SunAndMoonData = v.InferOutput<typeof data>

const VALID_MS = minutes(1)

/** Serves Sun and Moon over a place, and their next rise, set and twilight. */
export const sunMoon = skyEndpoint({
  path: '/v1/sun-moon',
  operationId: 'getSunAndMoon',
  summary: 'Sun and Moon over a place: rise, set, twilight, phase',
  description:
    'Of the 24 hours from now, or from `at`. Computed here, without a provider: the Sun to 20 s, the Moon to 30 s, and ' +
    'to 2 min beyond 60° of latitude, where both cross the horizon at a small angle. Nearer to the poles a day may ' +
    'have none of them. The horizon is flat, at the altitude of the place.',
  tag: 'Objects',
  access: 'key',
  ttlMs: VALID_MS,
  queryParameters: {
    ...placeParameters,
    ...altitudeParameter,
    at: optional(
      instantParameter(
        `Instant, now by default; within ${MAX_DAYS_AWAY} days of now`,
        '2026-11-21T12:00:00Z',
      ),
    ),
  },
  data: named('SunAndMoon', data),
  upstreams: [],
  problems: [],
  check({ at }, now) {
    if (typeof at === 'string' && Math.abs(Date.parse(at) - now) > days(MAX_DAYS_AWAY))
      throw new Problem('invalid_parameter', {
        message: `Invalid at: expected an instant within ${MAX_DAYS_AWAY} days of now.`,
      })
  },
  async compute(params, context) {
    const now = context.now()
    const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
    const at = typeof params['at'] === 'string' ? Date.parse(params['at']) : now
    const { sun, twilight, moon } = sunAndMoonOver(place, at)
    const source = 'Space-Data'
    return {
      data: {
        latitude_deg: place.latitudeDeg,
        longitude_deg: place.longitudeDeg,
        altitude_m: place.altitudeM ?? 0,
        sun: { ...toLook(sun), ...toTimes(sun) },
        twilight: {
          civil: toTwilight(twilight.civil),
          nautical: toTwilight(twilight.nautical),
          astronomical: toTwilight(twilight.astronomical),
        },
        moon: {
          ...toLook(moon),
          ...toTimes(moon),
          distance_km: Math.round(moon.distanceKm),
          illuminated_percent: Math.round(moon.illuminatedPercent * 10) / 10,
          is_waxing: moon.isWaxing,
        },
        as_of: iso(at),
        source,
      },
      source,
      fetchedAt: now,
      validUntil: now + VALID_MS,
    }
  },
})

function toLook(body: { azimuthDeg: number; elevationDeg: number; isUp: boolean }) {
  const { azimuthDeg, elevationDeg, isUp } = body
  return { azimuth_deg: rounded(azimuthDeg) % 360, elevation_deg: rounded(elevationDeg) + 0, is_up: isUp }
}

function toTimes({ rise, set }: Crossings) {
  return { rise: toSecond(rise), set: toSecond(set) }
}

function toTwilight({ rise, set }: Crossings) {
  return { dawn: toSecond(rise), dusk: toSecond(set) }
}

/** Instants are given to the second: they are no more exact. */
function toSecond(at: number | null): string | null {
  return at === null ? null : `${iso(Math.round(at / 1_000) * 1_000).slice(0, 19)}Z`
}
