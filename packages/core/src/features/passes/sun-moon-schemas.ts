import * as v from 'valibot'
import { instant, named, oneOf, quantity, sourceLabel } from '#kernel/endpoint/schemas'

/** The phases of the Moon, by eighths of the month. */
export const PHASES = [
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
  highest_at: instant('Time of the highest elevation', '2026-11-27T11:01:00.000Z'),
  highest_elevation_deg: quantity(
    'Highest elevation of the centre, degrees, without refraction',
    20.6,
    -90,
    90,
  ),
  lowest_elevation_deg: quantity(
    'Lowest elevation of the centre, degrees, without refraction',
    -62.9,
    -90,
    90,
  ),
}

const twilight = named(
  'Twilight',
  v.strictObject({
    dawn: orNone(
      'Time at which the centre of the Sun rises above 6° (civil), 12° (nautical) or 18° (astronomical) ' +
        'below the horizon',
      '2026-11-27T06:04:00.000Z',
    ),
    dusk: orNone(
      'Time at which the centre of the Sun falls below that elevation',
      '2026-11-27T15:59:00.000Z',
    ),
  }),
)

/** Schema of the payload: Sun and Moon at a location. */
export const sunMoonData = v.strictObject({
  latitude_deg: quantity('Latitude used for the computation, degrees', 48.14, -90, 90),
  longitude_deg: quantity('Longitude used for the computation, degrees', 11.58, -180, 180),
  from: instant('Start of the span', '2026-11-27T00:00:00.000Z'),
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
      illuminated: quantity('Illuminated share of the disc at the start of the span', 0.874, 0, 1),
      elongation_deg: quantity(
        'Longitude of the Moon minus longitude of the Sun at the start of the span, degrees; 180 is full ' +
          'moon',
        138.2,
        0,
        360,
      ),
      phase: oneOf(
        'Phase at the start of the span: the eighth of the lunar month whose middle is nearest',
        PHASES,
      ),
    }),
  ),
  as_of: instant('Start of the span', '2026-11-27T00:00:00.000Z'),
  source: sourceLabel('Space-Data'),
})

/** Sun and Moon at a location. */
export type SunMoonData = v.InferOutput<typeof sunMoonData>
