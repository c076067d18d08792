import * as v from 'valibot'
import { instant, named, oneOf, quantity, sourceLabel } from '#endpoint/schemas'

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

/** Schema of the payload: Sun and Moon at a place. */
export const sunMoonData = v.strictObject({
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

/** Sun and Moon at a place. */
export type SunMoonData = v.InferOutput<typeof sunMoonData>
