import * as v from 'valibot'
import { alertType, observation } from '#features/alerts/alert-type'
import { auroraMembers } from '#features/space-weather/aurora/aurora'
import { auroraInstants } from '#features/space-weather/aurora/aurora-grid'
import { awaitsRun } from '#features/space-weather/events/solar-event'
import { instant, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

/** Levels of NOAA's G scale that are storms. */
export const G_LEVELS = ['G1', 'G2', 'G3', 'G4', 'G5'] as const
/** Levels of NOAA's S scale that are storms. */
export const S_LEVELS = ['S1', 'S2', 'S3', 'S4', 'S5'] as const
/** Flare classes that trigger an alert. */
export const FLARE_LEVELS = ['M1', 'M5', 'X1', 'X10'] as const
export type FlareLevel = (typeof FLARE_LEVELS)[number]

const phases = ['started', 'raised', 'ended'] as const

const storm = {
  value: quantity('Planetary K index of the reading', 5.33, 0, 9),
  level: oneOf('Highest level of the NOAA G scale that the storm has reached', G_LEVELS),
  threshold: quantity('Minimum planetary K index of that level', 4.67, 0, 9),
  started_at: instant(
    'Time of the first reading at G1 or above; for the index of a window, the end of the window',
  ),
  window_start: orNull(
    instant(
      'Start of the three-hour UTC window if the reading is the index of a window, which refers to its ' +
        'end; null for the running estimate of a minute',
    ),
  ),
  ...observation('/v1/space-weather/kp'),
}

/** The start of a geomagnetic storm. */
export const stormStarted = alertType('geomagnetic.storm_started', {
  title: 'StormStarted',
  summary: 'The estimated planetary K index has reached G1 or more.',
  entries: storm,
})

/** A geomagnetic storm that has become stronger. */
export const stormRaised = alertType('geomagnetic.storm_raised', {
  title: 'StormRaised',
  summary: 'A geomagnetic storm has reached a new highest level of the G scale.',
  entries: { ...storm, previous_level: oneOf('Previous highest level', G_LEVELS) },
})

/** The end of a geomagnetic storm. */
export const stormEnded = alertType('geomagnetic.storm_ended', {
  title: 'StormEnded',
  summary:
    'The planetary K index was below G1 for one full three-hour UTC window. The timestamp is the start of ' +
    'that window.',
  entries: { ...storm, max_value: quantity('Highest planetary K index of the storm', 9, 0, 9) },
})

/** A solar flare of class M1 or above. */
export const flare = alertType('solar.flare', {
  title: 'SolarFlare',
  summary:
    'The X-ray flux has risen to M1 or above (started), has reached M5, X1 or X10 (raised), or has fallen ' +
    'half-way from its peak to the flux before the flare (ended).',
  entries: {
    phase: oneOf(
      'Phase of the event. A flare begins with two consecutive one-minute readings, one at M1 or above and ' +
        'the other at C5 or above; after that, a single reading can raise it. It ends earlier if the next ' +
        'flare begins: 15 minutes or more after its peak, with a rise by 5 % from the lowest flux to the ' +
        'highest flux in 15 minutes',
      phases,
    ),
    level: oneOf('Highest of these classes that the flare has reached, according to peak_w_m2', FLARE_LEVELS),
    value_w_m2: quantity('X-ray flux in the long band, W/m²', 1.2e-5, 0, 1),
    threshold_w_m2: quantity('Minimum flux of that class, W/m²', 1e-5, 0, 1),
    peak_w_m2: quantity('Highest one-minute flux since the flare started, W/m²', 1.2e-5, 0, 1),
    peak_class: text('Flare class of the highest flux, as NOAA gives it', 'M1.2'),
    peak_at: instant('Time of the highest flux'),
    started_at: instant(
      'Time of the first reading at M1 or above after the lowest flux before the flare. NOAA’s start time ' +
        'is earlier, at the start of the rise',
    ),
    ...observation('/v1/space-weather/xray'),
  },
})

/** A storm of energetic protons. */
export const radiationStorm = alertType('solar.radiation_storm', {
  title: 'RadiationStorm',
  summary:
    'The flux of protons of 10 MeV and above was at S1 or above for three five-minute readings (started, ' +
    'or raised to a higher level), or below S1 for an hour (ended).',
  entries: {
    phase: oneOf('Phase of the event', phases),
    level: oneOf('Highest level of the NOAA S scale that three consecutive readings have reached', S_LEVELS),
    value_pfu: quantity('Flux of protons of 10 MeV and above, pfu', 11.5, 0, 1e7),
    threshold_pfu: quantity('Minimum flux of that level, pfu', 10, 0, 1e7),
    peak_pfu: quantity('Highest flux since the storm started, pfu', 11.5, 0, 1e7),
    peak_scale: oneOf(
      'Level of the NOAA S scale for peak_pfu, which may come from a single reading',
      S_LEVELS,
    ),
    started_at: instant('Time of the first reading at S1 or above'),
    ...observation('/v1/space-weather/proton'),
  },
})

/** A southward magnetic field of the solar wind, which drives geomagnetic storms. */
export const bzSouth = alertType('solar_wind.bz_south', {
  title: 'BzSouth',
  summary: 'Bz at L1 was at most -10 nT for 15 minutes (started), or above -5 nT for 30 minutes (ended).',
  entries: {
    phase: oneOf('Phase of the event', ['started', 'ended']),
    value_nt: quantity('Northward component of the magnetic field (GSM Z), nT', -12.4, -500, 500),
    threshold_nt: quantity('Threshold that was crossed, nT', -10, -500, 500),
    min_nt: quantity('Lowest value since the event started, nT', -14.1, -500, 500),
    started_at: instant('Time of the first reading at -10 nT or below'),
    ...observation('/v1/space-weather/mag'),
  },
})

/** Aurora that is likely at a watched location. */
export const auroraLikely = alertType('aurora.likely', {
  audience: 'watchers',
  title: 'AuroraLikely',
  summary:
    'The probability of aurora above a watched location is at least the minimum of the webhook and, if ' +
    'requested, the Sun is below -6° there. Sent once per night.',
  entries: {
    ...auroraMembers,
    forecast_at: auroraInstants.forecast_at,
    threshold_percent: quantity('Minimum probability for an alert, percent', 30, 1, 100),
    only_dark: v.pipe(v.boolean(), v.description('Whether an alert requires darkness'), v.examples([true])),
    ...observation('/v1/space-weather/aurora?latitude=60.17&longitude=24.94'),
  },
})

const cme = {
  event_id: text('Event id of the provider', '2026-11-20T12:36:00-CME-001'),
  start_time: instant('Time of the first observation of the ejection'),
  arrival_time: instant('Predicted arrival of the shock at Earth'),
  glancing: v.pipe(
    v.boolean(),
    v.description('Whether the ejection only grazes the Earth (a glancing blow)'),
    v.examples([false]),
  ),
  kp_max: v.nullable(quantity('Highest predicted planetary K index', 8, 0, 9)),
  awaits_run: awaitsRun,
  speed_km_s: v.nullable(quantity('Speed of the ejection, km/s', 878, 0, 10_000)),
  ...observation('/v1/events/recent'),
}

/** A coronal mass ejection that is predicted to reach Earth. */
export const cmeEarthDirected = alertType('cme.earth_directed', {
  title: 'CmeEarthDirected',
  summary: 'A model run predicts that a coronal mass ejection reaches Earth.',
  entries: cme,
})

/** A changed prediction of when a coronal mass ejection reaches Earth. */
export const cmeArrivalChanged = alertType('cme.arrival_changed', {
  title: 'CmeArrivalChanged',
  summary: 'The predicted arrival differs by more than 3 hours from the arrival sent before.',
  entries: { ...cme, previous_arrival_time: instant('Arrival sent before') },
})
