import * as v from 'valibot'
import { auroraGrid } from '#features/space-weather/aurora/aurora-grid'
import { dated, part, picked } from '#features/space-weather/current/part'
import { nextArrival } from '#features/space-weather/events/next-arrival'
import { electrons } from '#features/space-weather/goes/electrons'
import { proton } from '#features/space-weather/goes/proton'
import { xray } from '#features/space-weather/goes/xray'
import { aIndex } from '#features/space-weather/kp/a-index'
import { kp } from '#features/space-weather/kp/kp'
import { NOTICE_KINDS } from '#features/space-weather/notices/message'
import { inForceByStep, notices } from '#features/space-weather/notices/notices'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type Scale,
  scaleFor,
} from '#features/space-weather/scales/noaa-scales'
import { scales } from '#features/space-weather/scales/scales'
import { flux } from '#features/space-weather/solar/flux'
import { sunspots } from '#features/space-weather/solar/sunspots'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { mag } from '#features/space-weather/wind/mag'
import { wind } from '#features/space-weather/wind/wind'
import { count, date, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'
import { days, utcDay } from '#kernel/kit/time'

/** Level of a NOAA scale. */
function stepOn<Letter extends string>(steps: Scale<Letter>, description: string) {
  return v.pipe(
    v.picklist(steps.map(({ scale }) => scale)),
    v.description(description),
    v.examples([steps[0].scale]),
  )
}

/** A level that this service computes. */
const computed = <Letter extends string>(steps: Scale<Letter>, name: string) =>
  stepOn(steps, `Level on NOAA’s ${name} scale that this value has reached, computed by this service`)
/** A level as NOAA publishes it. */
const published = <Letter extends string>(steps: Scale<Letter>, name: string) =>
  orNull(stepOn(steps, `Level on the ${name} scale as NOAA published it; null if NOAA gave none`))
const percent = (description: string, example: number) => quantity(description, example, 0, 100)

/** Parts of the space weather overview by name, in the order of the response. */
export const currentParts = {
  kp: part(
    'CurrentKp',
    kp,
    {
      kp: quantity('Planetary K index', 2.67, 0, 9),
      g_scale: computed(geomagneticStorms, 'geomagnetic storm'),
    },
    (newest) => ({
      kp: newest.kp,
      g_scale: scaleFor(geomagneticStorms, newest.kp),
      ...dated(newest),
    }),
  ),
  wind: picked('CurrentWind', wind, {
    speed_km_s: quantity('Speed of the solar wind at L1, km/s', 436.1, ...POSSIBLE.speed_km_s),
  }),
  mag: picked('CurrentMagneticField', mag, {
    bt_nt: quantity('Magnitude of the magnetic field at L1, nT', 2.58, ...POSSIBLE.bt_nt),
    bz_gsm_nt: quantity(
      'Northward component of the magnetic field (GSM Z), nT',
      -2.31,
      ...POSSIBLE.bz_gsm_nt,
    ),
  }),
  xray: picked('CurrentXrayFlux', xray, {
    flux_w_m2: quantity('X-ray flux in the long band, W/m²', 4.697e-7, 0, 1),
    flare_class: text('Flare class that corresponds to this flux', 'B4.6'),
    r_scale: computed(radioBlackouts, 'radio blackout'),
  }),
  proton: picked('CurrentProtonFlux', proton, {
    flux_pfu: quantity('Flux of protons of 10 MeV and above, pfu', 0.2286, ...POSSIBLE.flux_pfu),
    s_scale: computed(radiationStorms, 'radiation storm'),
  }),
  electrons: picked('CurrentElectronFlux', electrons, {
    flux_pfu: quantity('Flux of electrons of 2 MeV and above, pfu', 634.5, ...POSSIBLE.flux_pfu),
  }),
  flux: picked('CurrentRadioFlux', flux, {
    flux_sfu: quantity('Radio flux at 10.7 cm of the day, sfu', 203, ...POSSIBLE.flux_sfu),
  }),
  sunspots: picked('CurrentSunspots', sunspots, {
    sunspot_number: orNull(quantity('NOAA’s (SESC) sunspot number of the day', 116, 0)),
    day: date(
      'UTC day of the value; as_of is the end of that day, or the time the list was issued if that is ' +
        'earlier',
      '2026-11-20',
    ),
  }),
  a_index: picked('CurrentAIndex', aIndex, {
    a_index: quantity('Estimated planetary A index of the day', 20, ...POSSIBLE.a_index),
    day: date('UTC day of the value', '2026-11-20'),
  }),
  scales: part(
    'CurrentScales',
    scales,
    {
      r_scale: published(radioBlackouts, 'radio blackout'),
      s_scale: published(radiationStorms, 'radiation storm'),
      g_scale: published(geomagneticStorms, 'geomagnetic storm'),
      g_scale_tomorrow: published(geomagneticStorms, 'geomagnetic storm'),
    },
    ({ observed, forecast, ...rest }, now) => {
      const tomorrow = forecast.find(({ date }) => date === utcDay(now + days(1)))
      return { ...observed, g_scale_tomorrow: tomorrow?.g_scale ?? null, ...dated(rest) }
    },
  ),
  notices: part(
    'CurrentNotices',
    notices,
    {
      in_force_count: count('Number of NOAA’s notices that are in force', 1),
      kind: orNull(
        oneOf(
          'Kind of the strongest notice in force: the notice with the highest level, then the newest; null ' +
            'for none',
          NOTICE_KINDS,
        ),
      ),
      scale: orNull(text('Level of that notice on NOAA’s scale; null if it has none', 'G2')),
    },
    (list) => {
      const [strongest] = inForceByStep(list)
      const { kind = null, scale = null, level = null } = strongest ?? {}
      return {
        in_force_count: list.in_force_count,
        kind,
        scale: scale === null || level === null ? null : `${scale}${level}`,
        ...dated(list),
      }
    },
  ),
  aurora: picked('CurrentAurora', auroraGrid, {
    highest_north_percent: percent('Highest probability in the northern hemisphere, percent', 87),
    highest_south_percent: percent('Highest probability in the southern hemisphere, percent', 74),
  }),
  arrival: nextArrival,
} as const
