import type { Store } from '#store/store'
import { days, minutes, utcDay } from '#time'

/** The series of space weather whose last week is stored, named as in the endpoints. */
export const SERIES = [
  'kp',
  'solar_wind_speed_km_s',
  'bz_gsm_nt',
  'xray_flux_w_m2',
  'proton_flux_pfu',
] as const

/** Id of a series of readings. */
export type SeriesId = (typeof SERIES)[number]

/** A value of a series, in the unit of its name. */
export interface Reading {
  /** The instant that the value refers to, in epoch milliseconds. */
  readonly at: number
  readonly value: number
}

const SLOT_MS = minutes(5)
/** How long a day is stored after its end: as long as a week reaches back to it. */
const TTL_AFTER_DAY_MS = days(8)

/**
 * The last week of each series, a record of at most 288 readings for each UTC day, shared through the store:
 * the newest of each 5 minutes, and of X-rays the highest, so that no flare is lost. Only days that change
 * are written: today, and yesterday for some hours after midnight. Two processes that write at once may
 * overwrite each other. Nothing is lost for good: each process adds its own readings of today and yesterday
 * again with its next write, and most feeds repeat hours of history.
 */
export class Readings {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  /** What this process adds again: its readings of today and yesterday, and those that failed. */
  readonly #recorded = new Map<SeriesId, readonly Reading[]>()
  /** The last write of each series: writes of one process are sequential. */
  readonly #writes = new Map<SeriesId, Promise<void>>()

  constructor(store: Store, originsId: string, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#prefix = `reading:${originsId}:`
    this.#now = now
    this.#onError = onError
  }

  /** Returns the readings of the last 24 hours, ascending; throws as the store does. */
  lastDay(series: SeriesId): Promise<readonly Reading[]> {
    return this.#lastDays(series, 1)
  }

  /** Returns the readings of the last 7 days, ascending; throws as the store does. */
  lastWeek(series: SeriesId): Promise<readonly Reading[]> {
    return this.#lastDays(series, 7)
  }

  async #lastDays(series: SeriesId, count: number): Promise<readonly Reading[]> {
    const now = this.#now()
    const ages = Array.from({ length: count + 1 }, (_, i) => count - i)
    const stored = await Promise.all(ages.map((age) => this.#read(series, utcDay(now - days(age)))))
    return stored.flat().filter(({ at }) => at > now - days(count) && at <= now)
  }

  /**
   * Adds readings, in any order, with at most one write per day. Never rejects: a failing store is reported.
   */
  record(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const write = (this.#writes.get(series) ?? Promise.resolve()).then(() => this.#merge(series, points))
    this.#writes.set(series, write)
    return write
  }

  async #merge(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const now = this.#now()
    const own = bestOfSlots(series, [...(this.#recorded.get(series) ?? []), ...points]).filter(
      ({ at }) => at > now - days(7) && at < slotEnd(now),
    )
    try {
      const changed = new Set(own.map(({ at }) => utcDay(at)))
      await Promise.all([...changed].map((day) => this.#mergeDay(series, day, own)))
      const yesterday = utcDay(now - days(1))
      this.#recorded.set(
        series,
        own.filter(({ at }) => utcDay(at) >= yesterday),
      )
    } catch (error) {
      this.#recorded.set(series, own)
      this.#onError(error)
    }
  }

  async #mergeDay(series: SeriesId, day: string, readings: readonly Reading[]): Promise<void> {
    const stored = await this.#read(series, day)
    const added = readings.filter(({ at }) => utcDay(at) === day)
    const merged = bestOfSlots(series, [...stored, ...added])
    if (isEqual(merged, stored)) return
    await this.#store.set(
      this.#keyOf(series, day),
      merged.map(({ at, value }) => [at, value]),
      Date.parse(day) + days(1) + TTL_AFTER_DAY_MS - this.#now(),
    )
  }

  async #read(series: SeriesId, day: string): Promise<readonly Reading[]> {
    const pairs = await this.#store.get<readonly [number, number][]>(this.#keyOf(series, day))
    return pairs?.map(([at, value]) => ({ at, value })) ?? []
  }

  #keyOf(series: SeriesId, day: string): string {
    return `${this.#prefix}${series}:${day}`
  }
}

/** Returns one reading of each slot, ascending. Of equal instants, the last one counts: it is a revision. */
function bestOfSlots(series: SeriesId, readings: readonly Reading[]): Reading[] {
  const best = new Map<number, Reading>()
  for (const reading of readings) {
    const slot = Math.floor(reading.at / SLOT_MS)
    const other = best.get(slot)
    if (!other || reading.at === other.at || isBetter(series, reading, other)) best.set(slot, reading)
  }
  return [...best.values()].sort((a, b) => a.at - b.at)
}

function isBetter(series: SeriesId, reading: Reading, other: Reading): boolean {
  return series === 'xray_flux_w_m2' ? reading.value > other.value : reading.at > other.at
}

function slotEnd(at: number): number {
  return (Math.floor(at / SLOT_MS) + 1) * SLOT_MS
}

function isEqual(one: readonly Reading[], other: readonly Reading[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ at, value }, i) => at === other[i]?.at && value === other[i]?.value)
  )
}
