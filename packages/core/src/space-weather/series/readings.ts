import { days, hours, minutes } from '#kit/time'
import type { Series } from '#space-weather/series/series'
import type { ReadOptions } from '#space-weather/series/series-span'
import { effectiveHistory } from '#space-weather/swpc/kp'
import type { SeriesId } from '#upstreams/recorded-series'

/** The main quantity of each series, as pages and metrics show it. */
export const QUANTITIES = [
  'kp',
  'solar_wind_speed_km_s',
  'bz_gsm_nt',
  'xray_flux_w_m2',
  'proton_flux_pfu',
] as const

/** Name of a quantity. */
export type Quantity = (typeof QUANTITIES)[number]

/** A value of a quantity, in the unit of its name. */
export interface Reading {
  /** The instant that the value refers to, in epoch milliseconds. */
  readonly at: number
  readonly value: number
}

const SLOT_MS = minutes(5)
const WINDOW_MS = hours(3)

/**
 * Returns the readings after `now - spanMs` and until `now`, ascending: the newest of each 5 minutes, and of
 * X-rays the highest, so that no flare is lost. Throws as `Series.read` does.
 *
 * @param onMissingDay Receives why a day of a mirror cannot be had, which is then a gap.
 */
export async function readReadings(
  quantity: Quantity,
  series: Reader,
  now: number,
  spanMs: number = days(1),
  onMissingDay?: ReadOptions['onMissingDay'],
): Promise<readonly Reading[]> {
  const isBetter = quantity === 'xray_flux_w_m2' ? isHigher : isNewer
  const options = { isLenient: true, ...(onMissingDay && { onMissingDay }) }
  const reader: Reader = { read: (id, startMs, stopMs) => series.read(id, startMs, stopMs, options) }
  const all = await READERS[quantity](reader, now - spanMs + 1, now + 1)
  return bestOfSlots(all, isBetter).filter(({ at }) => at > now - spanMs && at <= now)
}

type Reader = Pick<Series, 'read'>
type Read = (series: Reader, startMs: number, stopMs: number) => Promise<readonly Reading[]>

const READERS: Readonly<Record<Quantity, Read>> = {
  kp: readKp,
  solar_wind_speed_km_s: column('wind', 'speed_km_s'),
  bz_gsm_nt: column('mag', 'bz_gsm_nt'),
  xray_flux_w_m2: column('xray', 'flux_w_m2'),
  proton_flux_pfu: column('proton', 'flux_pfu'),
}

/** Reads one column of a series. */
function column(id: SeriesId, name: string): Read {
  return async (series, startMs, stopMs) => {
    const span = await series.read(id, startMs, stopMs)
    const values = (span.columns as Readonly<Record<string, readonly (number | null)[]>>)[name] ?? []
    return values.flatMap((value, row) =>
      value === null ? [] : [{ at: span.startMs + row * span.stepMs, value }],
    )
  }
}

/** Reads the effective Kp by minute; where it is missing, the three-hour index every five minutes. */
async function readKp(series: Reader, startMs: number, stopMs: number): Promise<readonly Reading[]> {
  const firstWindow = Math.floor(startMs / WINDOW_MS) * WINDOW_MS
  const [estimates, windows] = await Promise.all([
    column('kp', 'kp')(series, firstWindow - WINDOW_MS, stopMs),
    column('kp_3h', 'kp')(series, firstWindow, stopMs),
  ])
  const minutesOfKp = effectiveHistory(estimates.map(({ at, value }) => ({ at, kp: value })))
  const filled = new Set(minutesOfKp.map(({ at }) => Math.floor(at / SLOT_MS)))
  const rest = windows.flatMap(({ at, value }) =>
    Array.from({ length: WINDOW_MS / SLOT_MS }, (_, i) => ({ at: at + i * SLOT_MS, value })).filter(
      (each) => !filled.has(each.at / SLOT_MS),
    ),
  )
  return [...minutesOfKp.map(({ at, kp }) => ({ at, value: kp })), ...rest]
}

/** Returns the best reading of each slot, ascending. */
function bestOfSlots(
  readings: readonly Reading[],
  isBetter: (one: Reading, other: Reading) => boolean,
): Reading[] {
  const best = new Map<number, Reading>()
  for (const reading of readings) {
    const slot = Math.floor(reading.at / SLOT_MS)
    const other = best.get(slot)
    if (!other || isBetter(reading, other)) best.set(slot, reading)
  }
  return [...best.values()].sort((a, b) => a.at - b.at)
}

function isNewer(one: Reading, other: Reading): boolean {
  return one.at > other.at
}

function isHigher(one: Reading, other: Reading): boolean {
  return one.value > other.value
}
