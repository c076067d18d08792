import { LEFT } from './world.ts'

const DAY_MS = 86_400_000
/** An instance that has met a key may accept it for this long after it was revoked. */
const KNOWN_MS = 5_000
/** An instance may remember for this long that an account had used up its day. */
const OVER_MS = 1_000

type KeyCounts = 'good' | 'expired_key' | 'invalid_key'

/** What the model knows of a key; the key itself stays in the world, at the same place. */
export interface ModelKey {
  readonly place: number
  readonly id: string
  readonly account: string
  readonly tier: string
  readonly label: string
  readonly expiresAt: number | null
  revokedAt: number | null
  /**
   * What the clock showed when an instance was last asked with it, of those that were before it was revoked.
   */
  readonly metAt: Map<number, number>
  /** Instances that have refused it since: none of them may accept it again. */
  readonly refusedBy: Set<number>
}

/**
 * What the service should do, small enough to be read at once. Time is what the clock shows, and a clock may
 * be set: what is remembered for five seconds is so while the clock shows those seconds. The day is the
 * highest that it has shown.
 */
export class Model {
  readonly keys: ModelKey[] = []
  readonly #used = new Map<string, number>()
  readonly #slots = new Set<string>()
  readonly #overAt = new Map<string, number>()
  now: number
  day: number

  constructor(now: number) {
    this.now = now
    this.day = dayOf(now)
  }

  setClock(now: number): void {
    this.now = now
    this.day = Math.max(this.day, dayOf(now))
  }

  /** How an instance may receive a key: in one way, or in two while a revocation is on its way. */
  standings(key: ModelKey, instance: number): readonly KeyCounts[] {
    const isExpired = key.expiresAt !== null && this.now >= key.expiresAt
    const unrevoked = isExpired ? 'expired_key' : 'good'
    if (key.revokedAt === null) return [unrevoked]
    const metAt = key.refusedBy.has(instance) ? undefined : key.metAt.get(instance)
    const isRemembered = metAt !== undefined && Math.abs(this.now - metAt) < KNOWN_MS
    return isRemembered ? [unrevoked, 'invalid_key'] : ['invalid_key']
  }

  /** An instance has been asked with a key. */
  met(key: ModelKey, instance: number): void {
    if (key.revokedAt === null) key.metAt.set(instance, this.now)
  }

  isLive({ revokedAt, expiresAt }: ModelKey): boolean {
    return revokedAt === null && (expiresAt === null || this.now < expiresAt)
  }

  /** What the account has left of the day; `Infinity` for a tier without a limit. */
  left({ account, tier }: ModelKey): number {
    return tier !== 'enterprise' ? Math.max(0, LEFT - this.usedBy(account)) : Number.POSITIVE_INFINITY
  }

  usedBy(account: string): number {
    return this.#used.get(this.#counter(account)) ?? 0
  }

  count(account: string, requests: number): void {
    this.#used.set(this.#counter(account), this.usedBy(account) + requests)
  }

  /**
   * A request was refused: it may be remembered a moment too long where another is given back or the tier
   * changes.
   */
  refused(account: string): void {
    this.#overAt.set(this.#counter(account), this.now)
  }

  mayStillRefuse(account: string): boolean {
    return Math.abs(this.now - (this.#overAt.get(this.#counter(account)) ?? Number.NaN)) < OVER_MS
  }

  /** Takes the one key that a network gets in a day, if it is still there. */
  takeSlot(network: string): boolean {
    const slot = `${network} ${this.day}`
    if (this.#slots.has(slot)) return false
    this.#slots.add(slot)
    return true
  }

  /**
   * Seconds to the end of the day; only known where the clock has not gone back behind the day that counts.
   */
  get resetSeconds(): number | undefined {
    if (dayOf(this.now) !== this.day) return undefined
    return Math.ceil(((this.day + 1) * DAY_MS - this.now) / 1_000)
  }

  #counter(account: string): string {
    return `${account} ${this.day}`
  }
}

function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS)
}
