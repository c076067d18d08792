import type { AlertContext } from '#features/alerts/context'
import { expiringKeys } from '#features/alerts/detectors/expiring-keys'
import { likelyAurora } from '#features/alerts/detectors/likely-aurora'
import { quotas } from '#features/alerts/detectors/quotas'
import { type WatchedObject, watchedObjects } from '#features/alerts/detectors/watched-objects'
import { subjectName, watchersIn } from '#features/alerts/watched-subjects'
import { passWatches } from '#features/alerts/watches/pass-watches'
import { inShards } from '#features/alerts/watches/shards'
import { forWatchers, type Watch, watchBy } from '#features/alerts/watches/watches'
import type { WebhooksByAccount } from '#features/alerts/webhook-records'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import { objects as objectEndpoint } from '#features/objects/endpoints/objects'
import { auroraGrid } from '#features/space-weather/aurora/aurora-grid'
import { hashName } from '#kernel/accounts/account-records'
import type { AccountKeys } from '#kernel/accounts/keys/account-keys'
import { tierOf } from '#kernel/accounts/quota/tiers'
import { countRequestsToday } from '#kernel/accounts/quota/usage'
import { read, readOrNothing } from '#kernel/endpoint/read-data'
import { Problem } from '#kernel/kit/problem'
import { hours, isWithin, minutes } from '#kernel/kit/time'

/**
 * Maximum number of objects and of accounts read in one run. If there are more, each minute reads the next
 * ones.
 */
const [OBJECTS_PER_RUN, ACCOUNTS_PER_RUN] = [200, 1_000]
/** Interval at which the expiry of keys is checked, in milliseconds. */
const KEYS_CHECKED_MS = hours(6)

/** Returns the watches for accounts that have webhooks. */
export function accountWatches(webhooks: WebhooksByAccount, context: AlertContext): Watch[] {
  const accounts = [...webhooks.keys()].sort()
  let reading: Promise<AccountKeys> | undefined
  const keys = () => {
    reading ??= context.accounts.liveKeys.read(accounts)
    return reading
  }
  const counted = portion(accounts, ACCOUNTS_PER_RUN, context.now())
  return [
    ...objectWatches(webhooks, context),
    ...auroraWatches(webhooks, context),
    ...passWatches(webhooks, context),
    ...inShards(counted, hashName).map(([shard, members]) =>
      watchBy(quotas(shard), () => readQuotas(members, keys, context)),
    ),
    ...inShards(accounts, hashName).map(([shard, members]) =>
      watchBy(expiringKeys(shard), async () => {
        const { readAt } = await context.alerts.detectorStates.read(expiringKeys(shard))
        if (isWithin(readAt, readAt + KEYS_CHECKED_MS, context.now())) return undefined
        const found = await keys()
        return members.flatMap((account) => found.get(account) ?? [])
      }),
    ),
  ]
}

function objectWatches(all: WebhooksByAccount, context: AlertContext): Watch[] {
  const { objects: watched, accounts } = watchersIn(all)
  const due = new Set(portion(watched, OBJECTS_PER_RUN, context.now()))
  return inShards(watched, (id) => id).map(([shard, ids]) =>
    watchBy(forWatchers(watchedObjects(shard), accounts), async () => {
      const objects = new Map<number, WatchedObject | null>()
      for (const id of ids.filter((each) => due.has(each))) {
        // If a query is needed, it is charged to an account that watches the object.
        const [account] = accounts.get(subjectName({ type: 'object.', subject: String(id) })) ?? []
        const object = await readOrNothing(() => readObject(id, account, context))
        if (object !== undefined) objects.set(id, object)
      }
      const satcat = await cachedSatcat(context)
      const decayDateOf = (id: number) => satcat(id)?.decayDate ?? null
      return { watched: new Set(ids), objects, decayDateOf }
    }),
  )
}

/** Returns the aurora watches for all locations of webhooks. They share one forecast. */
function auroraWatches(all: WebhooksByAccount, context: AlertContext): Watch[] {
  const { aurora, accounts } = watchersIn(all)
  return inShards(aurora, ({ subject }) => hashName(subject)).map(([shard, members]) =>
    watchBy(forWatchers(likelyAurora(shard), accounts), async () => {
      const { data } = await read(auroraGrid, { context })
      return { watches: members, forecast: data }
    }),
  )
}

async function readObject(
  id: number,
  account: string | undefined,
  context: AlertContext,
): Promise<WatchedObject | null> {
  try {
    const { data, fetchedAt } = await read(objectEndpoint, { context, account }, { norad_id: id })
    return { ...data, fetched_at: fetchedAt }
  } catch (error) {
    if (error instanceof Problem && error.code === 'object_not_found') return null
    throw error
  }
}

/** Returns the items of this minute: all if there are few. */
function portion<T>(items: readonly T[], size: number, now: number): readonly T[] {
  const portions = Math.max(1, Math.ceil(items.length / size))
  const turn = Math.floor(now / minutes(1)) % portions
  return items.slice(turn * size, (turn + 1) * size)
}

async function readQuotas(
  accounts: readonly string[],
  keys: () => Promise<AccountKeys>,
  context: AlertContext,
) {
  const { settings } = context
  const limits = [...settings.tiers.values()].flatMap(({ requestsPerDay }) => requestsPerDay ?? [])
  const least = 0.8 * Math.min(...limits)
  const observed = []
  for (const account of accounts) {
    const requestsToday = await countRequestsToday(account, context)
    // The account has not used 80 % of any tier's quota, so its tier need not be read.
    if (requestsToday < least) continue
    const tier = (await keys()).get(account)?.at(-1)?.tier ?? 'free'
    const { requestsPerDay } = tierOf(tier, settings.tiers)
    if (requestsPerDay !== null) observed.push({ account, requestsToday, requestsPerDay })
  }
  return { day: context.accounts.days.current(context.now()).name, accounts: observed }
}
