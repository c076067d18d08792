import { releaseClaim, withAccountLock } from '#kernel/accounts/account-lock'
import {
  consumeIssuance,
  createIssuanceProblem,
  type IssuanceLimits,
} from '#kernel/accounts/keys/issuance-limits'
import { groupLiveKeys } from '#kernel/accounts/keys/key-counts'
import { KeyLog, SELF_SERVICE } from '#kernel/accounts/keys/key-log'
import { KeyRecords } from '#kernel/accounts/keys/key-records'
import { isLabel } from '#kernel/accounts/keys/label'
import { type IssuedKey, writeKey } from '#kernel/accounts/keys/new-key'
import type { KeyRestrictions } from '#kernel/accounts/keys/restrictions'
import { containsSecret, hashOf, newSecret } from '#kernel/accounts/keys/secret'
import { OPERATOR } from '#kernel/accounts/operator'
import type { Day } from '#kernel/accounts/quota/day'
import { assertTier, tierOf } from '#kernel/accounts/quota/tiers'
import type { Context } from '#kernel/endpoint/endpoint'
import { InvalidOptionError, KeyConflictError } from '#kernel/kit/errors'
import { days, hours, iso, seconds } from '#kernel/kit/time'

/** Options of a new key. */
export interface IssueKeyOptions extends KeyRestrictions {
  /** Name of a configured tier. */
  readonly tier: string
  /** 1 to 100 characters without control characters. */
  readonly label: string
  /**
   * Account whose quota the key uses.
   *
   * @default the id of the key
   */
  readonly account?: string | undefined
  /**
   * Milliseconds until the key expires; more than 0 and at most 100 years.
   *
   * @default 365 days for `free`, never for other tiers
   */
  readonly expiresInMs?: number | undefined
}

/**
 * Age in milliseconds from which a claim without a key is orphaned, because its process ended before writing
 * the key.
 */
const ORPHANED_MS = seconds(30)

/**
 * Issues a free key, if the daily limits of the network, the blocks around it and the service allow it. A
 * failed issuance is not counted.
 *
 * @throws `key_issuance_limited`, with the limit that was reached and the time at which the next key can be
 *   issued
 */
export async function issueFreeKey(
  label: string,
  network: string,
  context: Context,
  { slots = 1, blocks = [] }: Partial<IssuanceLimits> = {},
): Promise<IssuedKey> {
  const now = context.now()
  const day = context.accounts.days.current(now)
  const secret = newSecret(context.settings.keyPrefix)
  const claim = `${hashOf(secret)} ${iso(now)}`
  const slot = await claimSlot({ network, slots }, claim, { day, now }, context)
  if (slot === undefined) throw createIssuanceProblem(formatSlotLimit(slots), day, now)
  let undo = async () => {}
  try {
    undo = await consumeIssuance(blocks, day, now, context)
    return await writeKey(
      secret,
      resolveLifetime({ tier: 'free', label }, context),
      new KeyRecords(context.store, new KeyLog(context, SELF_SERVICE)),
    )
  } catch (error) {
    await undo()
    await releaseClaim(slot, claim, context)
    throw error
  }
}

/**
 * Claims the first slot of a network on a day that is free or orphaned; returns `undefined` if there is none.
 */
async function claimSlot(
  { network, slots }: Pick<IssuanceLimits, 'network' | 'slots'>,
  claim: string,
  { day, now }: { readonly day: Day; readonly now: number },
  context: Context,
): Promise<string | undefined> {
  const { atomic } = context.store
  const until = day.end + hours(1)
  for (let i = 1; i <= slots; i += 1) {
    const slot = `issued:${network}:${day.name}${i > 1 ? `:${i}` : ''}`
    const holder = await atomic.setIfAbsent(slot, claim, until, now)
    if (holder === claim) return slot
    if (!(await isOrphaned(holder, now, context))) continue
    if (await atomic.compareAndSwap(slot, holder, claim, until, now)) return slot
  }
  return undefined
}

function formatSlotLimit(slots: number): string | undefined {
  return slots > 1 ? `This network has already received its ${slots} free keys for today.` : undefined
}

/** Returns whether the key for which a slot was claimed was never written and will not be written. */
async function isOrphaned(claim: string, now: number, context: Context): Promise<boolean> {
  const [hash = '', claimedAt = ''] = claim.split(' ')
  if (!(now - Date.parse(claimedAt) >= ORPHANED_MS)) return false
  return (await new KeyRecords(context.store).byHash(hash)) === undefined
}

/**
 * Issues a key for the operator.
 *
 * @throws InvalidOptionError if an option is invalid
 * @throws KeyConflictError if the account is in another tier, or has reached the key limit of its tier
 */
export async function issueKey(options: IssueKeyOptions, context: Context): Promise<IssuedKey> {
  const { tier, label, account } = options
  const { keyPrefix, tiers } = context.settings
  assertTier(tier, tiers)
  if (!isLabel(label))
    throw new InvalidOptionError(
      'A label must have 1 to 100 characters, not only whitespace, without control characters or line ' +
        'separators.',
    )
  if ([label, account ?? ''].some((text) => containsSecret(text, keyPrefix)))
    throw new InvalidOptionError(
      'A label or account name must not contain a key: it is stored as plain text.',
    )
  assertLifetime(options.expiresInMs)
  const write = (records: KeyRecords) =>
    writeKey(newSecret(keyPrefix), resolveLifetime(options, context), records)
  if (account === undefined) return write(new KeyRecords(context.store, new KeyLog(context)))
  if (!/^[\w.@-]{1,64}$/.test(account))
    throw new InvalidOptionError(
      'An account name must have 1 to 64 characters from A–Z, a–z, 0–9, ".", "_", "@" and "-".',
    )
  if (account === OPERATOR)
    throw new InvalidOptionError(
      `The account name ${OPERATOR} is reserved for the receivers in the configuration.`,
    )

  return withAccountLock(account, context, async (records) => {
    const { live, current } = groupLiveKeys(await records.ofAccount(account), context.now())
    const other = live.find((key) => key.tier !== tier)
    if (other)
      throw new KeyConflictError(
        `Account ${account} is in tier ${other.tier}. Move it to tier ${tier} first.`,
      )
    const maxKeys = tierOf(tier, tiers).keys
    if (maxKeys !== null && current.length >= maxKeys) {
      throw new KeyConflictError(
        `Account ${account} already has ${current.length} of ${maxKeys} keys in tier ${tier}. ` +
          'Revoke one first.',
      )
    }
    return write(records)
  })
}

/**
 * Asserts that a lifetime is more than 0 and at most 100 years.
 *
 * @throws InvalidOptionError
 */
export function assertLifetime(ms: number | undefined): void {
  if (ms !== undefined && !(ms > 0 && ms <= MAX_LIFETIME_MS)) {
    throw new InvalidOptionError('expiresInMs must be more than 0 and at most 100 years.')
  }
}

const MAX_LIFETIME_MS = days(36_500)

/** Returns the options of a key with its creation and expiry times. */
function resolveLifetime({ expiresInMs, ...key }: IssueKeyOptions, { now }: Context) {
  const createdAt = now()
  const lifetimeMs = expiresInMs ?? (key.tier === 'free' ? days(365) : undefined)
  const expiresAt = lifetimeMs === undefined ? null : iso(createdAt + lifetimeMs)
  return { ...key, createdAt, expiresAt }
}
