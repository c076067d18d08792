import * as v from 'valibot'
import { FLARE_LEVELS, type FlareLevel } from '#features/alerts/types/space-weather'
import { AccountRecords, creationKey } from '#kernel/accounts/account-records'
import { FOREVER, hours, isWithin, minutes } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'
import { recordKind } from '#kernel/storage/records/record-kind'
import { instant, matching, positive, whole } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

/** Chat services, whose messages are not signed. */
const chatServices = ['slack', 'discord', 'ntfy'] as const
export type ChatService = (typeof chatServices)[number]

/** Formats of messages: the signed one of Standard Webhooks, and one for each chat service. */
export const webhookFormats = ['standard', ...chatServices] as const
/** The format of the messages of a webhook. */
export type WebhookFormat = (typeof webhookFormats)[number]

/** A stored webhook with the settings of its owner. The state of its deliveries is stored separately. */
export interface WebhookRecord {
  /** `wh_` and 20 base62 characters. */
  readonly id: string
  readonly url: string
  /** Patterns of alert types, such as `geomagnetic.*`; an alert must match one of them. */
  readonly types: readonly string[]
  readonly parameters: WebhookParameters
  readonly description: string | null
  /** Absent for the signed format. */
  readonly format?: ChatService
  /** ISO 8601 UTC. */
  readonly createdAt: string
  /** Version of the secret, starting at 1; each rotation adds 1. The secrets are derived from it. */
  readonly secretVersion: number
  /** Time of the last rotation, ISO 8601 UTC; `null` for never. */
  readonly rotatedAt: string | null
  /** Digests of the idempotency key of its creation and of the request; absent without a key. */
  readonly creationKey?: string
}

/** Conditions for alerts beyond their type. */
export interface WebhookParameters {
  /** Catalogue numbers of the objects to watch. */
  readonly noradIds?: readonly number[]
  /** Lower edges of the shells to watch, in km. */
  readonly altitudesKm?: readonly number[]
  /** Minimum NOAA G level of geomagnetic storms, 1 to 5. */
  readonly minGScale?: number
  /** Minimum NOAA S level of radiation storms, 1 to 5. */
  readonly minSScale?: number
  /** Minimum class of flares. */
  readonly minFlareClass?: FlareLevel
  /**
   * The location whose aurora and passes are watched, in degrees, north and east positive. Both members are
   * set or none.
   */
  readonly latitude?: number
  readonly longitude?: number
  /** Minimum probability of aurora at the location, in percent. @default 30 */
  readonly minPercent?: number
  /** Whether the Sun must be below -6° at the location. @default true */
  readonly onlyDark?: boolean
  /** Catalogue numbers of the objects whose passes over the location are watched. */
  readonly passesOf?: readonly number[]
  /**
   * Minimum elevation of the highest point of a pass, in degrees; for visible passes, of the highest visible
   * point. @default 10
   */
  readonly minElevationDeg?: number
  /** Minutes before the rise at which the alert is sent. @default 10 */
  readonly minutesBefore?: number
  /** Whether a part of the pass must be visible. @default true */
  readonly onlyVisible?: boolean
}

const WEBHOOK_ID = /wh_[0-9A-Za-z]{20}/

/** A webhook of an account. */
export const webhookKind = recordKind<WebhookRecord>({
  name: 'webhooks',
  id: WEBHOOK_ID,
  schema: v.strictObject({
    id: matching(WEBHOOK_ID),
    url: v.pipe(v.string(), v.url(), v.regex(/^https?:/i), v.maxLength(2_048)),
    types: v.pipe(v.array(matching(/\*|\w+(\.\w+)*(\.\*)?/)), v.maxLength(20)),
    parameters: v.strictObject({
      noradIds: v.exactOptional(v.array(positive)),
      altitudesKm: v.exactOptional(v.array(whole)),
      minGScale: v.exactOptional(positive),
      minSScale: v.exactOptional(positive),
      minFlareClass: v.exactOptional(v.picklist(FLARE_LEVELS)),
      latitude: v.exactOptional(v.number()),
      longitude: v.exactOptional(v.number()),
      minPercent: v.exactOptional(positive),
      onlyDark: v.exactOptional(v.boolean()),
      passesOf: v.exactOptional(v.array(positive)),
      minElevationDeg: v.exactOptional(whole),
      minutesBefore: v.exactOptional(positive),
      onlyVisible: v.exactOptional(v.boolean()),
    }),
    description: v.nullable(v.string()),
    format: v.exactOptional(v.picklist(chatServices)),
    createdAt: instant,
    secretVersion: positive,
    rotatedAt: v.nullable(instant),
    creationKey,
  }),
  /** Accepts the added record with the latest secret, so that an old secret never signs again. */
  merge(stored, added) {
    if (stored.secretVersion <= added.secretVersion) return added
    const { secretVersion, rotatedAt } = stored
    return { ...added, secretVersion, rotatedAt }
  },
})

/** The webhooks of every account that has any. */
export type WebhooksByAccount = ReadonlyMap<string, readonly WebhookRecord[]>

/** The webhooks of accounts. Each change is announced to all processes. */
export class WebhookRecords {
  readonly #store: Store
  readonly #now: () => number
  readonly #records: AccountRecords<WebhookRecord>
  #cached: CachedWebhooks = { version: 0, readAt: Number.NEGATIVE_INFINITY, webhooks: new Map() }

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
    this.#records = new AccountRecords({ store, now }, webhookKind, 'webhook-accounts')
  }

  /** Returns the webhooks of an account, oldest first. */
  ofAccount(account: string): Promise<readonly WebhookRecord[]> {
    return this.#records.ofAccount(account)
  }

  /** Returns the accounts that have or had webhooks. */
  accounts(): Promise<readonly string[]> {
    return this.#records.accounts()
  }

  /**
   * Returns the webhooks of all accounts, cached while no change is announced. Without a change, the map is
   * the same object, as is the list of each unchanged account.
   */
  async all(): Promise<WebhooksByAccount> {
    const cached = this.#cached
    const now = this.#now()
    const version = await this.#store.atomic.count(VERSION, now)
    const isRecent = isWithin(cached.readAt, cached.readAt + MAX_AGE_MS, now)
    if (isRecent && version === cached.version) return cached.webhooks
    const changed = isRecent ? await this.#changedAccounts(cached.version, version) : undefined
    const accounts = [...(changed ?? (await this.accounts()))]
    const read = await mapInBatches(accounts, (account) => this.ofAccount(account))
    const webhooks = new Map(changed ? cached.webhooks : [])
    for (const [i, account] of accounts.entries()) {
      const records = withKnown(read[i] ?? [], cached.webhooks.get(account) ?? [])
      if (records.length > 0) webhooks.set(account, records)
      else webhooks.delete(account)
    }
    this.#cached = { version, readAt: changed ? cached.readAt : now, webhooks }
    return webhooks
  }

  /**
   * Replaces the webhooks of an account by the result of `change`, which is called again whenever another
   * process was faster. If it throws, nothing is changed.
   */
  async update(
    account: string,
    change: (records: readonly WebhookRecord[]) => readonly WebhookRecord[],
  ): Promise<readonly WebhookRecord[]> {
    const updated = await this.#records.update(account, change)
    await this.touch(account)
    return updated
  }

  /** Announces to all processes that the webhooks of an account, or their states, have changed. */
  async touch(account: string): Promise<void> {
    const { atomic } = this.#store
    const now = this.#now()
    const { count } = await atomic.add(VERSION, Number.MAX_SAFE_INTEGER, FOREVER, now)
    await atomic.setIfAbsent(changeKey(count), account, now + CHANGE_KEPT_MS, now)
  }

  /**
   * Returns the accounts that changed after `version`, up to version `until`; `undefined` if these changes
   * are no longer or not yet stored, so that any account may have changed.
   */
  async #changedAccounts(version: number, until: number): Promise<ReadonlySet<string> | undefined> {
    if (until < version || until - version > MAX_CHANGES) return undefined
    const now = this.#now()
    const changes = await Promise.all(
      Array.from({ length: until - version }, (_, i) =>
        this.#store.atomic.get(changeKey(version + i + 1), now, now + CHANGE_KEPT_MS),
      ),
    )
    return changes.includes('') ? undefined : new Set(changes)
  }
}

/** Returns records, with unchanged ones as the same objects, as they are keys of caches for derived data. */
function withKnown(
  records: readonly WebhookRecord[],
  known: readonly WebhookRecord[],
): readonly WebhookRecord[] {
  const byText = new Map(known.map((record) => [JSON.stringify(record), record]))
  return records.map((record) => byText.get(JSON.stringify(record)) ?? record)
}

interface CachedWebhooks {
  readonly version: number
  /** Time at which all accounts were last read, in epoch milliseconds. */
  readonly readAt: number
  readonly webhooks: WebhooksByAccount
}

const VERSION = 'webhook-version'
const changeKey = (version: number) => `webhook-change:${version}`
const CHANGE_KEPT_MS = hours(1)
/** Maximum number of changes that are read one by one. */
const MAX_CHANGES = 100
/** All accounts are read again after this time, as a process may have ended before it announced a change. */
const MAX_AGE_MS = minutes(10)
