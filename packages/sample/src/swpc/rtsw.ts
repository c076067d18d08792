import { solarWindAt, toGse, type Vector } from '#model/solar-wind'
import { random, type StormClock } from '#storm'
import { floorTo, MINUTE, withoutZone } from '#time'

interface Craft {
  readonly source: string
  readonly active: boolean
  readonly salt: number
  /** Seconds in the time tags of its rows. */
  readonly seconds: string
  /** Share of minutes without a row. */
  readonly missing: number
  readonly hasVectors: boolean
  readonly magDataFlag: number
}

// As of October 2026: SOLAR1 is active; IMAP is on standby, reports part of the minutes and has odd seconds.
const fleet: readonly Craft[] = [
  { source: 'IMAP', active: false, salt: 200, seconds: '02', missing: 0.5, hasVectors: true, magDataFlag: 0 },
  {
    source: 'SOLAR1',
    active: true,
    salt: 0,
    seconds: '00',
    missing: 0.008,
    hasVectors: true,
    magDataFlag: -9999,
  },
  {
    source: 'ACE',
    active: false,
    salt: 100,
    seconds: '00',
    missing: 0.006,
    hasVectors: false,
    magDataFlag: -9999,
  },
]

const activeCrafts = fleet.filter(({ active }) => active)

/**
 * `rtsw_wind_1m`: 24 hours, newest first, up to three rows per minute; ACE has no vectors, alpha particles
 * are null.
 */
export function windRows(clock: StormClock): unknown[] {
  return createRows(clock, (craft, at, time_tag) => {
    const { speed, density, temperature, velocity } = solarWindAt(at, craft.salt)
    const [xGsm, yGsm, zGsm] = craft.hasVectors ? tenths(velocity) : noVector
    const [xGse, yGse, zGse] = craft.hasVectors ? tenths(toGse(velocity, at)) : noVector
    return {
      time_tag,
      active: craft.active,
      source: craft.source,
      proton_speed: random(at / MINUTE, craft.salt + 9) < 0.0004 ? null : Math.round(speed * 10) / 10,
      proton_temperature: Math.round(temperature),
      proton_density: hundredth(density),
      proton_vx_gse: xGse,
      proton_vy_gse: yGse,
      proton_vz_gse: zGse,
      proton_vx_gsm: xGsm,
      proton_vy_gsm: yGsm,
      proton_vz_gsm: zGsm,
      proton_sample_size: 1,
      alpha_speed: null,
      alpha_temperature: null,
      alpha_density: null,
      alpha_vx_gse: null,
      alpha_vy_gse: null,
      alpha_vz_gse: null,
      alpha_vx_gsm: null,
      alpha_vy_gsm: null,
      alpha_vz_gsm: null,
      alpha_sample_size: null,
      max_convergence_flag: 0,
      max_data_flag: 0,
      max_error_count_flag: 0,
      max_processing_flag: 0,
      max_range_flag: 0,
      max_sample_count_flag: 0,
      max_telemetry_flag: 0,
      overall_quality: 0,
    }
  })
}

/**
 * `rtsw_mag_1m`: 24 hours, newest first; `max_data_flag` is -9999 on active rows although their quality is
 * good.
 */
export function magRows(clock: StormClock): unknown[] {
  return createRows(clock, (craft, at, time_tag) => {
    const { bt, field } = solarWindAt(at, craft.salt)
    const gse = toGse(field, at)
    return {
      time_tag,
      active: craft.active,
      source: craft.source,
      range: null,
      scale: null,
      sensitivity: null,
      manual_mode: false,
      sample_size: 60,
      bt: hundredth(bt),
      bx_gse: hundredth(gse[0]),
      by_gse: hundredth(gse[1]),
      bz_gse: hundredth(gse[2]),
      theta_gse: elevation(gse),
      phi_gse: azimuth(gse),
      bx_gsm: hundredth(field[0]),
      by_gsm: hundredth(field[1]),
      bz_gsm: hundredth(field[2]),
      theta_gsm: elevation(field),
      phi_gsm: azimuth(field),
      max_telemetry_flag: 0,
      max_data_flag: craft.magDataFlag,
      overall_quality: 0,
    }
  })
}

type ToRow = (craft: Craft, at: number, timeTag: string) => unknown

/**
 * Returns rows newest first. Some minutes are missing, and the newest row is often not from the active
 * spacecraft. A replay of the past has only the active one, as nothing is recorded of the others.
 */
function createRows({ at, shiftMs, hoursAtL1 }: StormClock, toRow: ToRow): unknown[] {
  const newest = floorTo(MINUTE, at) - 2 * MINUTE
  const [crafts, hours] = hoursAtL1 === undefined ? [fleet, 24] : [activeCrafts, hoursAtL1]
  const rows: unknown[] = []
  for (let age = 0; age < 60 * hours; age += 1) {
    const minute = newest - age * MINUTE
    const timeTag = withoutZone(minute + shiftMs)
    for (const craft of crafts) {
      if (random(minute / MINUTE, craft.salt + 8) < craft.missing) continue
      rows.push(toRow(craft, minute, timeTag.slice(0, 17) + craft.seconds))
    }
  }
  return rows
}

const noVector = [null, null, null] as const

function tenths([x, y, z]: Vector): Vector {
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10, Math.round(z * 10) / 10]
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}

/** Returns the elevation in degrees. */
function elevation([x, y, z]: Vector): number {
  return hundredth((Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI)
}

/** Returns the azimuth in degrees, from 0 to 360. */
function azimuth([x, y]: Vector): number {
  return hundredth(((Math.atan2(y, x) * 180) / Math.PI + 360) % 360)
}
