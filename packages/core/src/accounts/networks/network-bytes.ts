import { LRUCache } from 'lru-cache'
import type { NetworkNames } from '#accounts/networks/network-names'
import type { Environment, NetworkLimits } from '#kit/context'
import { Problem } from '#kit/problem'
import { hours, wholeSecondsUntil } from '#kit/time'
import { isStoreFailure } from '#storage/store-failure'

/** What a network may transfer in an hour: speed tests, and long answers on paths without a key. */
const budgets = {
  speedtest: { per: 'speedtestMegabytesPerHour', of: 'speed tests' },
  public: { per: 'publicMegabytesPerHour', of: 'long answers without a key' },
} as const satisfies Record<string, { per: keyof NetworkLimits; of: string }>

/** Bytes are counted in the store in units of this size; this process uses up the rest of a unit. */
const UNIT_BYTES = 10_000_000

/** Consumes units of a counter, all or none; returns whether they were granted. */
type ConsumeUnits = (units: number, counter: string) => boolean | Promise<boolean>

/** Counts the bytes of networks in the current hour; while the store fails, each process for itself. */
export class NetworkBytes {
  readonly #environment: Environment
  readonly #names: NetworkNames
  /** Bytes that this process has counted and not yet used, by counter. */
  readonly #unused = new LRUCache<string, number>({ max: 10_000 })
  /** Units consumed here while the store failed, by counter. */
  readonly #withoutStore = new LRUCache<string, number>({ max: 10_000 })

  constructor(environment: Environment, names: NetworkNames) {
    this.#environment = environment
    this.#names = names
  }

  /**
   * Counts bytes of a network's current hour.
   *
   * @throws `rate_limited` if not enough are left
   */
  async consume(budget: keyof typeof budgets, bytes: number, ip: string | undefined): Promise<void> {
    const { per, of } = budgets[budget]
    const { now: clock, settings, onError } = this.#environment
    const now = clock()
    const hour = Math.floor(now / hours(1))
    const end = (hour + 1) * hours(1)
    const megabytes = settings.limits[per]
    const maxUnits = Math.floor((megabytes * 1e6) / UNIT_BYTES)
    const consumeFrom = (network: string, consumeUnits: ConsumeUnits) =>
      this.#consumeFrom(`${budget}-bytes:${network}:${hour}`, bytes, consumeUnits)

    let isGranted: boolean
    try {
      isGranted = await consumeFrom(await this.#names.idOf(ip), this.#storeUnits(maxUnits, end, now))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      onError(error)
      isGranted = await consumeFrom(this.#names.localIdOf(ip), this.#localUnits(maxUnits))
    }
    if (isGranted) return
    throw new Problem('rate_limited', {
      message: `This network has used its ${megabytes} MB of ${of} for this hour.`,
      retryAfterSeconds: wholeSecondsUntil(end, now),
    })
  }

  /** Consumes bytes already counted for this process, and units of the counter for the rest. */
  async #consumeFrom(counter: string, bytes: number, consumeUnits: ConsumeUnits): Promise<boolean> {
    const all = this.#unused
    const use = () => {
      const unused = all.get(counter) ?? 0
      if (bytes > unused) return false
      all.set(counter, unused - bytes)
      return true
    }
    if (use()) return true
    const unused = all.get(counter) ?? 0
    const units = Math.ceil((bytes - unused) / UNIT_BYTES)
    // Before the await: a concurrent request must not use the same bytes.
    all.set(counter, 0)
    let isGranted = false
    try {
      isGranted = await consumeUnits(units, counter)
    } finally {
      all.set(counter, (all.get(counter) ?? 0) + unused + (isGranted ? units * UNIT_BYTES - bytes : 0))
    }
    // Of a burst, others may have left a part of their units.
    return isGranted || use()
  }

  #storeUnits(maxUnits: number, end: number, now: number): ConsumeUnits {
    const { atomic } = this.#environment.store
    return async (units, counter) => {
      const { added } = await atomic.add(counter, maxUnits, end, now, units)
      if (added === units) return true
      if (added > 0) await atomic.subtract(counter, added)
      return false
    }
  }

  #localUnits(maxUnits: number): ConsumeUnits {
    return (units, counter) => {
      const used = (this.#withoutStore.get(counter) ?? 0) + units
      if (used > maxUnits) return false
      this.#withoutStore.set(counter, used)
      return true
    }
  }
}
