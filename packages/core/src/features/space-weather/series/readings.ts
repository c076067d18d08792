import { effectiveHistory } from '#features/space-weather/kp/swpc-kp'
import type { Series } from '#features/space-weather/series/series'
import type { SeriesColumn, SeriesId } from '#features/space-weather/series/series-declarations'
import type { ReadOptions } from '#features/space-weather/series/series-span'
import { days, hours, minutes } from '#kernel/kit/time'

/** The main quantity of each series, as shown on pages and in metrics, and its column. */
export const QUANTITY_COLUMNS = {
  kp: { id: 'kp', column: 'kp' },
  solar_wind_speed_km_s: { id: 'wind', column: 'speed_km_s' },
  bz_gsm_nt: { id: 'mag', column: 'bz_gsm_nt' },
  xray_flux_w_m2: { id: 'xray', column: 'flux_w_m2' },
  proton_flux_pfu: { id: 'proton', column: 'flux_pfu' },
} as const satisfies Record<string, { readonly id: SeriesId; readonly column: SeriesColumn }>

/** Name of a quantity. */
export type Quantity = keyof typeof QUANTITY_COLUMNS

/** The names of all quantities. */
export const QUANTITIES = Object.keys(QUANTITY_COLUMNS) as Quantity[]

/** A value of a quantity, in the unit of its name. */
export interface Reading {
  /** Time that the value refers to, in epoch milliseconds. */
  readonly at: number
  readonly value: number
}

const SLOT_MS = minutes(5)
const WINDOW_MS = hours(3)

/**
 * Returns the readings after `now - spanMs` and until `now`, ascending: the newest of each 5 minutes, or for
 * X-rays the highest, so that no flare is lost. Throws as `Series.read` does.
 *
 * @param onMissingDay Receives the reason if a day is unavailable on a mirror; the day is then a gap.
 */
export async function readReadings(
  quantity: Quantity,
  series: Reader,
  now: number,
  spanMs: number = days(1),
  onMissingDay?: ReadOptions['onMissingDay'],
): Promise<readonly Reading[]> {
  const options = { isLenient: true, ...(onMissingDay && { onMissingDay }) }
  const reader: Reader = { read: (id, startMs, stopMs) => series.read(id, startMs, stopMs, options) }
  const [startMs, stopMs] = [now - spanMs + 1, now + 1]
  const { id, column } = QUANTITY_COLUMNS[quantity]
  const all =
    quantity === 'kp'
      ? await readKp(reader, startMs, stopMs)
      : await readColumn(reader, id, column, startMs, stopMs)
  const isBetter = quantity === 'xray_flux_w_m2' ? isHigher : isNewer
  return bestOfSlots(all, isBetter).filter(({ at }) => at > now - spanMs && at <= now)
}

/** Returns the readings of all quantities in the last 24 hours, as `readReadings` does. */
export async function readLastDay(
  series: Reader,
  now: number,
): Promise<Record<Quantity, readonly Reading[]>> {
  const read = async (quantity: Quantity) => [quantity, await readReadings(quantity, series, now)] as const
  const pairs = await Promise.all(QUANTITIES.map(read))
  return Object.fromEntries(pairs) as Record<Quantity, readonly Reading[]>
}

type Reader = Pick<Series, 'read'>

/** Reads the values of one column of a series. */
async function readColumn(
  series: Reader,
  id: SeriesId,
  column: SeriesColumn,
  fromMs: number,
  untilMs: number,
): Promise<Reading[]> {
  const { columns, startMs, stepMs } = await series.read(id, fromMs, untilMs)
  return columns[column].flatMap((value, row) =>
    value === null ? [] : [{ at: startMs + row * stepMs, value }],
  )
}

/** Reads the effective Kp by minute. Where it is missing, reads the three-hour index every five minutes. */
async function readKp(series: Reader, startMs: number, stopMs: number): Promise<readonly Reading[]> {
  const firstWindow = Math.floor(startMs / WINDOW_MS) * WINDOW_MS
  const [estimates, windows] = await Promise.all([
    readColumn(series, 'kp', 'kp', firstWindow - WINDOW_MS, stopMs),
    readColumn(series, 'kp_3h', 'kp', firstWindow, stopMs),
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
