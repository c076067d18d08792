import { toKeyRecord } from '#kernel/accounts/keys/host-authenticator'
import { isLive } from '#kernel/accounts/keys/key-counts'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import { hashOf, randomBase62 } from '#kernel/accounts/keys/secret'
import type { NetworkRates } from '#kernel/accounts/networks/network-rates'
import { limitAccount } from '#kernel/accounts/quota/account-rate'
import { streamTicketProblems } from '#kernel/accounts/stream-tickets/problems'
import type { Environment } from '#kernel/kit/environment'
import { Problem } from '#kernel/kit/problem'
import { iso, minutes, seconds } from '#kernel/kit/time'

/** Time for which a ticket can be used, in milliseconds. */
const TTL_MS = seconds(60)
/** Maximum number of tickets per account and minute. */
export const TICKETS_PER_MINUTE = 60
const PREFIX = 'tkt_'
/** Long enough that the log leaves out a path with a ticket. */
const RANDOM_CHARS = 32
const TICKET = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARS}}$`)

/** Owner of a ticket; without `keyId`, the host authorized the request. */
export interface TicketOwner {
  readonly account: string
  readonly tier: string
  readonly keyId: string | undefined
}

/** A ticket in plain text, which is returned only once. */
export interface IssuedTicket {
  readonly ticket: string
  /** ISO 8601 UTC. */
  readonly expiresAt: string
}

/** Returns the ticket in a query, which no ticket is if it is repeated; `undefined` if there is none. */
export function ticketIn(query: string): string | undefined {
  const tickets = new URLSearchParams(query).getAll('ticket')
  return tickets.length > 0 ? tickets.join(' ') : undefined
}

/** The tickets that open one stream each, in place of a key. Only their hashes are stored. */
export class StreamTickets {
  readonly #environment: Environment
  readonly #rates: NetworkRates
  readonly #keys: KeyRecords

  constructor(environment: Environment, rates: NetworkRates) {
    this.#environment = environment
    this.#rates = rates
    this.#keys = new KeyRecords(environment.store)
  }

  /** @throws `rate_limited` or `store_unavailable` */
  async issue({ account, tier, keyId }: TicketOwner): Promise<IssuedTicket> {
    const { store, now } = this.#environment
    const rule = `An account may request ${TICKETS_PER_MINUTE} stream tickets per minute.`
    const rate = { name: 'stream-tickets', limit: TICKETS_PER_MINUTE, windowMs: minutes(1), rule }
    await limitAccount(account, rate, this.#environment)
    const ticket = PREFIX + randomBase62(RANDOM_CHARS)
    const at = now()
    await store.atomic.setIfAbsent(counterOf(ticket), keyId ?? `${account} ${tier}`, at + TTL_MS, at)
    return { ticket, expiresAt: iso(at + TTL_MS) }
  }

  /**
   * Uses a ticket up, and returns the current record of its key. Of simultaneous uses, one succeeds.
   * @throws `invalid_ticket` or `store_unavailable`; `rate_limited`, without a read of the store, after too
   *   many rejections for the network
   */
  async redeem(ticket: string, client: { ip?(): string | undefined }): Promise<KeyRecord> {
    const ip = client.ip?.()
    if (ip !== undefined) this.#rates.assertLeft('refused', ip)
    const owner = TICKET.test(ticket) ? await this.#take(counterOf(ticket)) : ''
    const key = owner.includes(' ') ? recordOf(owner) : owner && (await this.#keys.byId(owner))
    if (!key || !isLive(key, this.#environment.now())) throw new Problem(streamTicketProblems.invalid_ticket)
    return key
  }

  /** Deletes a ticket and returns its owner, or `''` if there is none or another request has taken it. */
  async #take(counter: string): Promise<string> {
    const { store, now } = this.#environment
    const at = now()
    const owner = await store.atomic.get(counter, at, at + TTL_MS)
    return owner !== '' && (await store.atomic.compareAndSwap(counter, owner, '', 0, at)) ? owner : ''
  }
}

function counterOf(ticket: string): string {
  return `stream-ticket:${hashOf(ticket)}`
}

/** Returns the record of an account that the host authorized, from `<account> <tier>`. */
function recordOf(owner: string): KeyRecord {
  const [account = '', ...tier] = owner.split(' ')
  return toKeyRecord({ account, tier: tier.join(' ') })
}
