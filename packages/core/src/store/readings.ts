import type { Store } from '#store/store'
import { days, minutes } from '#time'

/** The values of space weather whose last day is kept, as the endpoints name them. */
export const SERIES = [
  'kp',
  'solar_wind_speed_km_s',
  'bz_gsm_nt',
  'xray_flux_w_m2',
  'proton_flux_pfu',
] as const

/** Names a series of readings. */
export type SeriesId = (typeof SERIES)[number]

/** A value of a series, in the unit that its name tells, and the instant it refers to in epoch milliseconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

const SLOT_MS = minutes(5)
const SLOTS = days(1) / SLOT_MS

/**
 * What the feeds said in the last 24 hours: a ring of at most 289 readings a series, the newest of each 5 minutes, shared
 * through the store. Two processes that note at once may overwrite each other; every process remembers what it noted and
 * puts it in again with its next note, and most feeds repeat hours of history, so nothing is lost for good.
 */
export class Readings {
  readonly #store: Store
  readonly #prefix: string
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  readonly #noted = new Map<SeriesId, readonly Reading[]>()
  /** The last note of each series: within a process they come one after another. */
  readonly #notes = new Map<SeriesId, Promise<void>>()

  constructor(store: Store, world: string, now: () => number, onError: (error: unknown) => void) {
    this.#store = store
    this.#prefix = `reading:${world}:`
    this.#now = now
    this.#onError = onError
  }

  /** The readings of the last 24 hours in ascending time; throws as the store does. */
  async lastDay(series: SeriesId): Promise<readonly Reading[]> {
    const now = this.#now()
    const kept = (await this.#kept(series)) ?? []
    return kept.filter(({ at }) => at > now - days(1) && at <= now)
  }

  /** Adds what a feed said, in any order; writes once, if at all. A store that fails is reported and fails nothing. */
  note(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const note = (this.#notes.get(series) ?? Promise.resolve()).then(() => this.#merge(series, points))
    this.#notes.set(series, note)
    return note
  }

  async #merge(series: SeriesId, points: readonly Reading[]): Promise<void> {
    const noted = this.#noted.get(series) ?? []
    try {
      const kept = await this.#kept(series)
      const ring = newestOfSlots([...(kept ?? []), ...noted, ...points], this.#now())
      this.#noted.set(series, ring)
      if (isSame(ring, kept ?? [])) return
      const ttlMs = days(1) + SLOT_MS
      await this.#store.set(
        this.#prefix + series,
        ring.map(({ at, value }) => [at, value]),
        ttlMs,
      )
    } catch (error) {
      this.#noted.set(series, newestOfSlots([...noted, ...points], this.#now()))
      this.#onError(error)
    }
  }

  async #kept(series: SeriesId): Promise<readonly Reading[] | undefined> {
    const pairs = await this.#store.get<readonly [number, number][]>(this.#prefix + series)
    return pairs?.map(([at, value]) => ({ at, value }))
  }
}

/** The newest reading of each slot from a day ago until now, ascending; of several of one instant the last. */
function newestOfSlots(readings: readonly Reading[], now: number): Reading[] {
  const newest = new Map<number, Reading>()
  const latest = slotOf(now)
  for (const reading of readings) {
    const slot = slotOf(reading.at)
    if (slot > latest || slot < latest - SLOTS) continue
    const known = newest.get(slot)
    if (!known || reading.at >= known.at) newest.set(slot, reading)
  }
  return [...newest.values()].sort((a, b) => a.at - b.at)
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS)
}

function isSame(one: readonly Reading[], other: readonly Reading[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ at, value }, i) => at === other[i]?.at && value === other[i]?.value)
  )
}
