import { randomBase62 } from '#kernel/accounts/keys/secret'
import {
  type Address,
  blockOf,
  formatBlock,
  formatNetwork,
  networkOf,
  parseAddress,
} from '#kernel/accounts/networks/client-network'
import type { CountingDay, Day } from '#kernel/accounts/quota/day'
import { keyedDigest } from '#kernel/kit/digest'
import type { Environment } from '#kernel/kit/environment'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'
import { hours } from '#kernel/kit/time'

/** Prefix lengths of the blocks around a network that are limited too, narrowest first. */
const BLOCK_PREFIXES = { ipv4: [24], ipv6: [56, 48, 32] } as const

/** A block of addresses, such as `ipv6/48`. */
export type BlockKind = 'ipv4/24' | `ipv6/${(typeof BLOCK_PREFIXES.ipv6)[number]}`

/** A block around a network, with a name that does not reveal it. */
interface Block {
  readonly kind: BlockKind
  readonly id: string
}

/** The network of an address and the blocks around it, narrowest first; without an address, no blocks. */
export interface NetworkLocation {
  readonly version: 4 | 6 | null
  readonly network: string
  readonly blocks: readonly Block[]
  /** The day of the secret used for the names. */
  readonly day: Day
}

/** Names of networks that do not reveal them. */
export class NetworkNames {
  readonly #environment: Environment
  readonly #days: CountingDay
  /** The secret of a day, shared by all processes on the store. */
  #daily: { readonly day: Day; secret: MaybePromise<string> } | undefined
  /** The secret of this process. */
  #local: string | undefined

  constructor(environment: Environment, days: CountingDay) {
    this.#environment = environment
    this.#days = days
  }

  /**
   * Returns the name of a network: an HMAC under a daily secret, which the store deletes an hour after the
   * day.
   *
   * @throws `store_unavailable` if the secret cannot be read
   */
  idOf(ip: string | undefined): MaybePromise<string> {
    return andThen(this.#dailySecret(this.#today()), (secret) => hashNetwork(networkOf(ip), secret))
  }

  /** Returns the name of the IPv4 /24 or IPv6 /48 of an address, as `idOf` does. */
  blockIdOf(ip: string | undefined): MaybePromise<string> {
    return andThen(this.#dailySecret(this.#today()), (secret) => hashNetwork(blockOf(ip), secret))
  }

  /** Returns a name for a network that is valid in this process only; needs no store. */
  localIdOf(ip: string | undefined): string {
    return this.#localName(networkOf(ip))
  }

  /** Returns such a name for the IPv4 /24 or IPv6 /48 of an address. */
  localBlockIdOf(ip: string | undefined): string {
    return this.#localName(blockOf(ip))
  }

  #localName(network: string): string {
    this.#local ??= createSecret()
    return hashNetwork(network, this.#local)
  }

  /**
   * Returns the names of the network of an address and of the blocks around it, as `idOf` does, for all kinds
   * of blocks or only the wanted ones.
   */
  locate(ip: string | undefined, wanted?: readonly BlockKind[]): MaybePromise<NetworkLocation> {
    const day = this.#today()
    return andThen(this.#dailySecret(day), (secret) => {
      const address = parseAddress(ip)
      const kind = address?.kind()
      const blocks = (kind ? BLOCK_PREFIXES[kind] : [])
        .map((bits) => ({ kind: `${kind}/${bits}` as BlockKind, bits }))
        .filter((block) => wanted?.includes(block.kind) ?? true)
        .map((block) => ({
          kind: block.kind,
          id: hashNetwork(formatBlock(address as Address, block.bits), secret),
        }))
      const version = kind ? (kind === 'ipv4' ? 4 : 6) : null
      return { version, network: hashNetwork(formatNetwork(address), secret), blocks, day }
    })
  }

  #today(): Day {
    return this.#days.current(this.#environment.now())
  }

  /** Returns the secret of the day; it is requested once. */
  #dailySecret(day: Day): MaybePromise<string> {
    if (this.#daily?.day === day) return this.#daily.secret
    const { store, now } = this.#environment
    const name = `network-secret:${day.name}`
    const requested = store.atomic.setIfAbsent(name, createSecret(), day.end + hours(1), now())
    const entry = { day, secret: requested }
    this.#daily = entry
    if (requested instanceof Promise) {
      requested.then(
        (secret) => {
          entry.secret = secret
        },
        () => {
          this.#daily = undefined
        },
      )
    }
    return requested
  }
}

function hashNetwork(network: string, secret: string): string {
  return keyedDigest(secret, network).slice(0, 32)
}

const createSecret = () => randomBase62(43)
