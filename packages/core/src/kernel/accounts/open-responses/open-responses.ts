import { networkOf } from '#kernel/accounts/networks/client-network'
import { AccountSlots } from '#kernel/accounts/open-responses/account-slots'
import { SlottedPlace } from '#kernel/accounts/open-responses/open-place'
import { tierOf } from '#kernel/accounts/quota/tiers'
import type { OpenPlace } from '#kernel/endpoint/open-place'
import type { Environment } from '#kernel/kit/environment'
import { lruCache } from '#kernel/kit/lru-cache'
import { Problem } from '#kernel/kit/problem'
import type { WaitUntil } from '#kernel/storage/cache/snapshot'

/** Maximum numbers of concurrently open responses of a kind. */
interface OpenLimits {
  /** Name of the responses in messages. */
  readonly name: string
  /** Per account, in all processes on the store; if no key is needed, per network in this process. */
  readonly perAccount: number
  /** Per network in this process; absent for no limit. */
  readonly perNetwork?: number
  /** In this process. */
  readonly perProcess: number
  readonly retrySeconds: number
}

/** A kind of responses that stay open: event streams, complete lists of objects. */
export type OpenKind = 'stream' | 'list'

const LIMITS: Readonly<Record<OpenKind, OpenLimits>> = {
  // A stream takes a timer and a socket. A client can collect many free keys, hence the limit per network.
  stream: { name: 'streams', perAccount: 10, perNetwork: 50, perProcess: 1_000, retrySeconds: 60 },
  // A list takes at least a third of a second of a core, and megabytes while its reader waits.
  list: { name: 'complete lists', perAccount: 3, perProcess: 10, retrySeconds: 10 },
}

/** Maximum share of a process's responses for all accounts of the tier `free` together. */
const FREE_SHARE = 0.5

/** A response that stays open. */
interface OpenBody {
  /** Whether its reader has disconnected or stopped reading, so that its slot can be reused. */
  readonly isAbandoned: boolean
  /** Ends it immediately, and releases its slot. */
  return(): Promise<unknown>
}

/** Account or network of a request. */
export interface OpenCaller {
  readonly account?: string | undefined
  readonly tier?: string | undefined
  readonly request: { ip?(): string | undefined; readonly waitUntil: WaitUntil }
}

/** A slot of this process, from the request until the end of the response. */
interface Held {
  readonly kind: OpenKind
  readonly account: string | undefined
  /** Absent if no network limit applies, and for clients without an address. */
  readonly network: string | undefined
  readonly isFree: boolean
  body?: OpenBody
}

/** The open responses of an instance, for all paths. */
export class OpenResponses {
  readonly #environment: Environment
  readonly #held = new Set<Held>()
  /** Pending work in the store for released slots. */
  readonly #releases = new Set<Promise<void>>()
  /** The latest work that responses run serially. */
  #lastTurn: Promise<unknown> = Promise.resolve()
  readonly #slots = lruCache<string, AccountSlots>(10_000)

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /**
   * Opens the response that `create` returns, which must release its slot when it ends.
   * @throws Problem `rate_limited` if the account, the network or this process has too many open responses
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
    // Before the await, as a burst must not exceed the limit.
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

  /** Ends all open responses, and resolves when their slots are available to other processes. */
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

  /** Returns whether a tier is the free tier. Without a key, there is no tier. */
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

/** Returns the owner of a slot: an account or, if no key is needed, a network. */
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
    message: `${fact}, which is the maximum. Close one, or retry in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  })
}
