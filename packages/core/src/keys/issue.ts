import type { Context } from '#context'
import { changingAccount, release } from '#keys/account-lock'
import { type Day, dayOf } from '#keys/day'
import { type Issuing, spent, takeShares } from '#keys/issuance'
import { KeyRefused } from '#keys/key-refused'
import { isLabel } from '#keys/label'
import { type IssuedKey, writeKey } from '#keys/new-key'
import { hashOf, holdsSecret, newSecret } from '#keys/secret'
import { standingOf } from '#keys/standing'
import { assertTier, tierOf } from '#keys/tiers'
import { KeyRecords } from '#store/keys'
import { days, hours, iso, seconds } from '#time'

/** What an operator says of a new key. */
export interface KeyOrder {
  /** A name of the tiers in force. */
  readonly tier: string
  /** 1 to 100 characters without control characters. */
  readonly label: string
  /** Whose quota the key draws on; default: its own. */
  readonly account?: string | undefined
  /** Milliseconds until it expires; default: 365 days for `free`, never for the others. */
  readonly expiresInMs?: number | undefined
}

/** A claim this old whose key is not there was left by a process that ended before it wrote the key. */
const ORPHANED_MS = seconds(30)

/**
 * Issues a free key to a network that has one left of this UTC day, as have the blocks around it and the service. Throws
 * `key_issuance_limited`, which says what has none left and when the next one can be issued. A key that could not be issued is
 * counted nowhere.
 */
export async function issueSelfServe(
  label: string,
  network: string,
  context: Context,
  { slots = 1, blocks = [] }: Partial<Issuing> = {},
): Promise<IssuedKey> {
  const now = context.now()
  const day = dayOf(context, now)
  const secret = newSecret(context.settings.keyPrefix)
  const claim = `${hashOf(secret)} ${iso(now)}`
  const slot = await takeSlot({ network, slots }, claim, { day, now }, context)
  if (slot === undefined) throw spent(nothingLeft(slots), day, now)
  let undo = async () => {}
  try {
    undo = await takeShares(blocks, day, now, context)
    return await writeKey(secret, dated({ tier: 'free', label }, context), new KeyRecords(context.store))
  } catch (error) {
    await undo()
    await release(slot, claim, context)
    throw error
  }
}

/** Claims the first slot of a network's day that is free, or was left by a process that ended; `undefined` when none is. */
async function takeSlot(
  { network, slots }: Pick<Issuing, 'network' | 'slots'>,
  claim: string,
  { day, now }: { readonly day: Day; readonly now: number },
  context: Context,
): Promise<string | undefined> {
  const { counters } = context.store
  const until = day.end + hours(1)
  for (let i = 1; i <= slots; i += 1) {
    const slot = `issued:${network}:${day.name}${i > 1 ? `:${i}` : ''}`
    const holder = await counters.claim(slot, claim, until, now)
    if (holder === claim) return slot
    if (!(await isOrphaned(holder, now, context))) continue
    if (await counters.swap(slot, holder, claim, until, now)) return slot
  }
  return undefined
}

function nothingLeft(slots: number): string | undefined {
  return slots > 1 ? `Today’s ${slots} free keys for this network were already issued.` : undefined
}

/** Whether the key that a network's slot was claimed for was never written, and by now never will be. */
async function isOrphaned(claim: string, now: number, context: Context): Promise<boolean> {
  const [hash = '', claimedAt = ''] = claim.split(' ')
  if (!(now - Date.parse(claimedAt) >= ORPHANED_MS)) return false
  return (await new KeyRecords(context.store).byHash(hash)) === undefined
}

/** Issues a key for an operator; throws a TypeError for an order that is wrong, a KeyRefused for one that is too much. */
export async function issueByOperator(order: KeyOrder, context: Context): Promise<IssuedKey> {
  const { tier, label, account } = order
  const { keyPrefix, tiers } = context.settings
  assertTier(tier, tiers)
  if (!isLabel(label))
    throw new TypeError('A label has 1 to 100 characters and no control characters or line separators')
  if ([label, account ?? ''].some((text) => holdsSecret(text, keyPrefix)))
    throw new TypeError('A label or an account name must not hold a key: it is kept as it is')
  assertLifetime(order.expiresInMs)
  const write = (records: KeyRecords) => writeKey(newSecret(keyPrefix), dated(order, context), records)
  if (account === undefined) return write(new KeyRecords(context.store))
  if (!/^[\w.@-]{1,64}$/.test(account))
    throw new TypeError('An account name has 1 to 64 of A–Z a–z 0–9 . _ @ -')

  return changingAccount(account, context, async (records) => {
    const { live, counted } = standingOf(await records.ofAccount(account), context.now())
    const other = live.find((key) => key.tier !== tier)
    if (other)
      throw new KeyRefused(`Account ${account} is in tier ${other.tier}: put it into tier ${tier} first`)
    const most = tierOf(tier, tiers).keys
    if (most !== null && counted.length >= most) {
      throw new KeyRefused(
        `Account ${account} holds ${counted.length} of ${most} keys of tier ${tier}: revoke one first`,
      )
    }
    return write(records)
  })
}

/** Throws a TypeError, whose message is for people, for a lifetime that no key can have. */
export function assertLifetime(ms: number | undefined): void {
  if (ms !== undefined && !(ms > 0 && ms <= LONGEST_MS)) {
    throw new TypeError('A key lives for more than nothing and at most 100 years')
  }
}

const LONGEST_MS = days(36_500)

/** An order with the instants that follow from it now. */
function dated({ tier, label, account, expiresInMs }: KeyOrder, { now }: Context) {
  const createdAt = now()
  const lifeMs = expiresInMs ?? (tier === 'free' ? days(365) : undefined)
  const expiresAt = lifeMs === undefined ? null : iso(createdAt + lifeMs)
  return { tier, label, account, createdAt, expiresAt }
}
