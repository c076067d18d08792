import type { Store } from '#store/store'
import { days, minutes } from '#time'

/** The series of space weather whose last 24 hours are stored, named as in the endpoints. */
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
const SLOTS = days(1) / SLOT_MS

/**
 * The last 24 hours of each series: at most 289 readings, the newest of each 5 minutes, shared through the
 * store. Two processes that write at once may overwrite each other. Nothing is lost for good: each process
 * adds its own readings again with its next write, and most feeds repeat hours of history.
 */
export class Readings {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
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
  async lastDay(series: SeriesId): Promise<readonly Reading[]> {
    const now = this.#now()
    const stored = (await this.#read(series)) ?? []
    return stored.filter(({ at }) => at > now - days(1) && at <= now)
  }

  /** Adds readings, in any order, with at most one write. Never rejects: a failing store is reported. */
  record(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const write = (this.#writes.get(series) ?? Promise.resolve()).then(() => this.#merge(series, points))
    this.#writes.set(series, write)
    return write
  }

  async #merge(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const recorded = this.#recorded.get(series) ?? []
    try {
      const stored = await this.#read(series)
      const merged = newestOfSlots([...(stored ?? []), ...recorded, ...points], this.#now())
      this.#recorded.set(series, merged)
      if (isEqual(merged, stored ?? [])) return
      const ttlMs = days(1) + SLOT_MS
      await this.#store.set(
        this.#prefix + series,
        merged.map(({ at, value }) => [at, value]),
        ttlMs,
      )
    } catch (error) {
      this.#recorded.set(series, newestOfSlots([...recorded, ...points], this.#now()))
      this.#onError(error)
    }
  }

  async #read(series: SeriesId): Promise<readonly Reading[] | undefined> {
    const pairs = await this.#store.get<readonly [number, number][]>(this.#prefix + series)
    return pairs?.map(([at, value]) => ({ at, value }))
  }
}

/** Returns the newest reading of each slot of 24 hours, ascending; the last of equal instants. */
function newestOfSlots(readings: readonly Reading[], now: number): Reading[] {
  const newest = new Map<number, Reading>()
  const latest = slotOf(now)
  for (const reading of readings) {
    const slot = slotOf(reading.at)
    if (slot > latest || slot < latest - SLOTS) continue
    const other = newest.get(slot)
    if (!other || reading.at >= other.at) newest.set(slot, reading)
  }
  return [...newest.values()].sort((a, b) => a.at - b.at)
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS)
}

function isEqual(one: readonly Reading[], other: readonly Reading[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ at, value }, i) => at === other[i]?.at && value === other[i]?.value)
  )
}
