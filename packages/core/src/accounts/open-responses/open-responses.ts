import { networkOf } from '#accounts/networks/client-network'
import { AccountSlots } from '#accounts/open-responses/account-slots'
import { SlottedPlace } from '#accounts/open-responses/open-place'
import { tierOf } from '#accounts/quota/tiers'
import type { OpenPlace } from '#endpoint/open-place'
import type { Environment } from '#kit/context'
import { lruCache } from '#kit/lru-cache'
import { Problem } from '#kit/problem'
import type { WaitUntil } from '#storage/cache/snapshot'

/** How many responses of a kind may be open at a time. */
interface OpenLimits {
  /** What they are called in messages. */
  readonly name: string
  /** Of an account, in all processes on the store; of a network in this process where no key is needed. */
  readonly perAccount: number
  /** Of a network, in this process; absent for no such limit. */
  readonly perNetwork?: number
  /** Of this process. */
  readonly perProcess: number
  readonly retrySeconds: number
}

/** A kind of responses that stay open: event streams, whole lists of objects. */
export type OpenKind = 'stream' | 'list'

const LIMITS: Readonly<Record<OpenKind, OpenLimits>> = {
  // A stream costs a timer and a socket. Whoever waits can have many free keys: hence the limit per network.
  stream: { name: 'streams', perAccount: 10, perNetwork: 50, perProcess: 1_000, retrySeconds: 60 },
  // A list costs a third of a second of a core or more, and megabytes while its reader waits.
  list: { name: 'whole lists', perAccount: 3, perProcess: 10, retrySeconds: 10 },
}

/** Share of the responses of a process that accounts of the tier `free` may have together. */
const FREE_SHARE = 0.5

/** A response that stays open. */
interface OpenBody {
  /** Whether its reader is gone, or has stopped reading, and its place is for others. */
  readonly isAbandoned: boolean
  /** Ends it at once, and releases its place. */
  return(): Promise<unknown>
}

/** Whose request it is. */
export interface OpenCaller {
  readonly account?: string | undefined
  readonly tier?: string | undefined
  readonly request: { ip?(): string | undefined; readonly waitUntil: WaitUntil }
}

/** A place of this process, from its request until its response has ended. */
interface Held {
  readonly kind: OpenKind
  readonly account: string | undefined
  /** Absent where no limit of a network applies, and for clients without an address, who have none. */
  readonly network: string | undefined
  readonly isFree: boolean
  body?: OpenBody
}

/** The open responses of an instance, of all paths. */
export class OpenResponses {
  readonly #environment: Environment
  readonly #held = new Set<Held>()
  /** What is left to be done in the store for places that are free. */
  readonly #releases = new Set<Promise<void>>()
  /** The latest work that responses do in turn. */
  #lastTurn: Promise<unknown> = Promise.resolve()
  readonly #slots = lruCache<string, AccountSlots>(10_000)

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /**
   * Opens the response that `create` returns, which must release its place when it ends.
   * @throws Problem `rate_limited` if the account, the network or this process has too many
   */
  async open<Body extends OpenBody>(
    kind: OpenKind,
    { account, tier, request }: OpenCaller,
    create: (place: OpenPlace) => Promise<Body>,
  ): Promise<Body> {
    const isByNetwork = account === undefined || LIMITS[kind].perNetwork !== undefined
    const ip = isByNetwork ? request.ip?.() : undefined
    const network = ip === undefined ? undefined : networkOf(ip)
    const held: Held = { kind, account, network, isFree: this.#isFree(tier) }
    for (const { body } of this.#held) if (body?.isAbandoned) void body.return()
    this.#assertRoom(held)
    // Before the await: a burst must not pass the limit.
    this.#held.add(held)
    const place = new SlottedPlace({
      environment: this.#environment,
      slots: account === undefined ? undefined : this.#slotsOf(kind, account),
      waitUntil: request.waitUntil,
      inTurn: (work) => this.#inTurn(work),
      onFree: (released) => {
        this.#held.delete(held)
        this.#releases.add(released)
        void released.finally(() => this.#releases.delete(released))
      },
    })
    try {
      if (!(await place.claim())) throw tooManyOfOwner(held)
      held.body = await create(place)
      return held.body as Body
    } catch (error) {
      place.release()
      throw error
    }
  }

  /** Ends all open responses, and resolves when other processes may have their places. */
  async close(): Promise<void> {
    for (const { body } of this.#held) void body?.return()
    await Promise.all(this.#releases)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#environment.store.isolatesRequests) return work()
    const done = this.#lastTurn.then(work)
    this.#lastTurn = done.catch(() => {})
    return done
  }

  #slotsOf(kind: OpenKind, account: string): AccountSlots {
    const name = `open:${kind}:${account}`
    const slots = this.#slots.get(name) ?? new AccountSlots(name, LIMITS[kind].perAccount, this.#environment)
    this.#slots.set(name, slots)
    return slots
  }

  /** Whether a tier is the one that anybody gets; where no key is needed, no tier is. */
  #isFree(tier: string | undefined): boolean {
    const { tiers } = this.#environment.settings
    return tier !== undefined && tierOf(tier, tiers) === tiers.get('free')
  }

  #assertRoom(asking: Held): void {
    const { name, perNetwork = Infinity, perAccount, perProcess, retrySeconds } = LIMITS[asking.kind]
    const others = [...this.#held].filter(({ kind }) => kind === asking.kind)
    const count = (isCounted: (other: Held) => boolean) => others.filter(isCounted).length
    const { network, isFree } = asking
    const owner = ownerOf(asking)
    if (owner !== undefined && count((other) => ownerOf(other) === owner) >= perAccount)
      throw tooManyOfOwner(asking)
    const refuse = (whose: string, max: number) => tooMany(`${whose} ${max} open ${name}`, retrySeconds)
    if (network !== undefined && count((other) => other.network === network) >= perNetwork)
      throw refuse('This network has', perNetwork)
    const perFree = perProcess * FREE_SHARE
    if (isFree && count((other) => other.isFree) >= perFree)
      throw refuse('Free accounts together have', perFree)
    if (others.length >= perProcess) throw refuse('This server has', perProcess)
  }
}

/** Returns whose place it is: of an account, or of a network where no key is needed. */
function ownerOf({ account, network }: Held): string | undefined {
  return account ?? network
}

function tooManyOfOwner({ kind, account }: Held): Problem {
  const { name, perAccount, retrySeconds } = LIMITS[kind]
  const whose = account === undefined ? 'This network' : 'This account'
  return tooMany(`${whose} has ${perAccount} open ${name}`, retrySeconds)
}

function tooMany(fact: string, retryAfterSeconds: number): Problem {
  return new Problem('rate_limited', {
    message: `${fact}, as many as are allowed. Close one, or retry in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  })
}
