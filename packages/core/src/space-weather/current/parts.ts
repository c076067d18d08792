import * as v from 'valibot'
import { count, date, oneOf, orNull, quantity, text } from '#endpoint/schemas'
import { days, utcDay } from '#kit/time'
import { dated, part, picked } from '#space-weather/current/part'
import { aIndex } from '#space-weather/endpoints/a-index'
import { auroraGrid } from '#space-weather/endpoints/aurora-grid'
import { electrons } from '#space-weather/endpoints/electrons'
import { flux } from '#space-weather/endpoints/flux'
import { kp } from '#space-weather/endpoints/kp'
import { mag } from '#space-weather/endpoints/mag'
import { inForceByStep, notices } from '#space-weather/endpoints/notices'
import { proton } from '#space-weather/endpoints/proton'
import { scales } from '#space-weather/endpoints/scales'
import { sunspots } from '#space-weather/endpoints/sunspots'
import { wind } from '#space-weather/endpoints/wind'
import { xray } from '#space-weather/endpoints/xray'
import { NOTICE_KINDS } from '#space-weather/notices/message'
import {
  geomagneticStorms,
  radiationStorms,
  radioBlackouts,
  type Scale,
  scaleFor,
} from '#space-weather/reference/scales'
import { POSSIBLE } from '#space-weather/swpc/measurement'

/** The step of a NOAA scale. */
function stepOn<Letter extends string>(steps: Scale<Letter>, description: string) {
  return v.pipe(
    v.picklist(steps.map(({ scale }) => scale)),
    v.description(description),
    v.examples([steps[0].scale]),
  )
}

/** A step that this service computes. */
const computed = <Letter extends string>(steps: Scale<Letter>, name: string) =>
  stepOn(steps, `Step of NOAA’s ${name} scale that this value has reached, computed by this service`)
/** A step in the file of NOAA. */
const published = <Letter extends string>(steps: Scale<Letter>, name: string) =>
  orNull(stepOn(steps, `Step of the ${name} scale as NOAA itself published it; null where it gave none`))
const percent = (description: string, example: number) => quantity(description, example, 0, 100)

/** What the overview of the space weather has, by name, in the order of the answer. */
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
    bz_gsm_nt: quantity('Its northward component (GSM Z), nT', -2.31, ...POSSIBLE.bz_gsm_nt),
  }),
  xray: picked('CurrentXrayFlux', xray, {
    flux_w_m2: quantity('X-ray flux in the long band, W/m²', 4.697e-7, 0, 1),
    flare_class: text('Flare class of this flux', 'B4.6'),
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
    day: date('UTC day that it is of; as_of is its end, or the issue of the list before that', '2026-11-20'),
  }),
  a_index: picked('CurrentAIndex', aIndex, {
    a_index: quantity('Estimated planetary A index of the day', 20, ...POSSIBLE.a_index),
    day: date('UTC day that it is of', '2026-11-20'),
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
      in_force_count: count('How many of NOAA’s notices are in force', 1),
      kind: orNull(
        oneOf(
          'Kind of the strongest of them: of the highest step, then the newest; null for none',
          NOTICE_KINDS,
        ),
      ),
      scale: orNull(text('Its step on NOAA’s scale; null where it has none', 'G2')),
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
    highest_north_percent: percent('Highest probability of the northern hemisphere, percent', 87),
    highest_south_percent: percent('Highest probability of the southern hemisphere, percent', 74),
  }),
} as const
