import * as v from 'valibot'
import { rounded } from '#catalogue/elements/element-set'
import { moonPhase } from '#catalogue/orbit/moon'
import { placeOf } from '#catalogue/sky/place-parameters'
import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { type Day, moonDay, sunDay, type Twilight } from '#catalogue/sky/sun-and-moon'
import { placeParameters } from '#endpoint/place'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { instant, named, oneOf, quantity, sourceLabel } from '#endpoint/schemas'
import { days, hours, iso, nextUtcMidnight } from '#kit/time'

const PHASES = [
  'new',
  'waxing_crescent',
  'first_quarter',
  'waxing_gibbous',
  'full',
  'waning_gibbous',
  'last_quarter',
  'waning_crescent',
] as const

const orNone = (description: string, example: string) =>
  v.nullable(instant(`${description}; null if there is none in the span`, example))

const day = {
  rise: orNone('First rise of the upper limb, with refraction at the horizon', '2026-11-27T06:39:00.000Z'),
  set: orNone('First set of the upper limb', '2026-11-27T15:24:00.000Z'),
  highest_at: instant('When it stands highest', '2026-11-27T11:01:00.000Z'),
  highest_elevation_deg: quantity(
    'Its highest elevation, degrees: of the centre, without refraction',
    20.6,
    -90,
    90,
  ),
  lowest_elevation_deg: quantity(
    'Its lowest elevation, degrees: of the centre, without refraction',
    -62.9,
    -90,
    90,
  ),
}

const twilight = named(
  'Twilight',
  v.strictObject({
    dawn: orNone(
      'When the centre of the Sun rises above 6° (civil), 12° (nautical) or 18° (astronomical) below the horizon',
      '2026-11-27T06:04:00.000Z',
    ),
    dusk: orNone('When it sinks below that', '2026-11-27T15:59:00.000Z'),
  }),
)

const data = v.strictObject({
  latitude_deg: quantity('Latitude of the place as computed with, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude of the place as computed with, degrees', 11.58, -180, 180),
  from: instant('Begin of the span', '2026-11-27T00:00:00.000Z'),
  to: instant('End of the span, 24 hours later', '2026-11-28T00:00:00.000Z'),
  sun: named(
    'SunDay',
    v.strictObject({
      ...day,
      civil_twilight: twilight,
      nautical_twilight: twilight,
      astronomical_twilight: twilight,
    }),
  ),
  moon: named(
    'MoonDay',
    v.strictObject({
      ...day,
      illuminated: quantity('Share of the disc that is lit at the begin of the span', 0.874, 0, 1),
      elongation_deg: quantity(
        'Longitude of the Moon less that of the Sun then, degrees: 180 is full',
        138.2,
        0,
        360,
      ),
      phase: oneOf('Phase then: the eighth of the month whose middle is nearest', PHASES),
    }),
  ),
  as_of: instant('Begin of the span', '2026-11-27T00:00:00.000Z'),
  source: sourceLabel('Space-Data'),
})

/** The payload of Sun and Moon at a place. */
export type SunAndMoonData = v.InferOutput<typeof data>

/** Serves when Sun and Moon rise and set at a place, the twilights, and the phase of the Moon. */
export const sunMoon = skyEndpoint({
  path: '/v1/sun-moon',
  operationId: 'getSunAndMoon',
  summary: 'Sun, twilights and Moon at a place in 24 hours',
  description:
    'Computed, to a minute for rise and set: where the horizon is flat and at sea level. The span begins at `date`, ' +
    'which may be an instant such as local midnight. The place is rounded to 0.01° and never logged.',
  tag: 'Objects',
  access: 'key',
  ttlMs: hours(1),
  queryParameters: {
    ...placeParameters,
    date: optional(instantParameter('Begin of the 24 hours, today (UTC) by default', '2026-11-27')),
  },
  data: named('SunAndMoon', data),
  upstreams: [],
  problems: [],
  async compute(params, context) {
    const now = context.now()
    const { date } = params
    const from = typeof date === 'string' ? Date.parse(date) : nextUtcMidnight(now) - days(1)
    const to = from + days(1)
    const place = placeOf(params) ?? { latitudeDeg: 0, longitudeDeg: 0 }
    const [sun, moon, phase] = [sunDay(place, from, to), moonDay(place, from, to), moonPhase(from)]
    const { civil, nautical, astronomical } = sun.twilights
    const source = 'Space-Data'
    return {
      data: {
        latitude_deg: place.latitudeDeg,
        longitude_deg: place.longitudeDeg,
        from: iso(from),
        to: iso(to),
        sun: {
          ...toDay(sun),
          civil_twilight: toTwilight(civil),
          nautical_twilight: toTwilight(nautical),
          astronomical_twilight: toTwilight(astronomical),
        },
        moon: {
          ...toDay(moon),
          illuminated: rounded(phase.illuminated),
          elongation_deg: rounded(phase.elongationDeg) % 360,
          phase: PHASES[Math.round(phase.elongationDeg / 45) % 8] ?? 'new',
        },
        as_of: iso(from),
        source,
      },
      source,
      fetchedAt: now,
      validUntil: date === undefined ? Math.min(now + hours(1), to) : now + hours(1),
    }
  },
})

function toDay({ rise, set, highestAt, highestDeg, lowestDeg }: Day) {
  return {
    rise: toInstant(rise),
    set: toInstant(set),
    highest_at: iso(toSecond(highestAt)),
    highest_elevation_deg: rounded(highestDeg),
    lowest_elevation_deg: rounded(lowestDeg),
  }
}

function toTwilight({ dawn, dusk }: Twilight) {
  return { dawn: toInstant(dawn), dusk: toInstant(dusk) }
}

function toInstant(at: number | null): string | null {
  return at === null ? null : iso(toSecond(at))
}

function toSecond(at: number): number {
  return Math.round(at / 1_000) * 1_000
}
