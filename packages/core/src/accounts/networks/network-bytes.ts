import { LRUCache } from 'lru-cache'
import { localNetworkId, networkId } from '#accounts/networks/client-network'
import type { Context, NetworkLimits } from '#kit/context'
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

/** Bytes that this process has counted. */
interface Counted {
  /** Counted and not yet used, by counter. */
  readonly unused: LRUCache<string, number>
  /** Units consumed here while the store failed, by counter. */
  readonly withoutStore: LRUCache<string, number>
}

const counts = new WeakMap<Context, Counted>()

function getCounted(context: Context): Counted {
  const existing = counts.get(context)
  if (existing) return existing
  const created = {
    unused: new LRUCache<string, number>({ max: 10_000 }),
    withoutStore: new LRUCache<string, number>({ max: 10_000 }),
  }
  counts.set(context, created)
  return created
}

/** Consumes units of a counter, all or none; returns whether they were granted. */
type ConsumeUnits = (units: number, counter: string) => boolean | Promise<boolean>

/**
 * Counts bytes of a network's current hour. While the store fails, each process counts for itself.
 *
 * @throws `rate_limited` if not enough are left
 */
export async function consumeBytes(
  budget: keyof typeof budgets,
  bytes: number,
  ip: string | undefined,
  context: Context,
): Promise<void> {
  const { per, of } = budgets[budget]
  const now = context.now()
  const hour = Math.floor(now / hours(1))
  const end = (hour + 1) * hours(1)
  const megabytes = context.settings.limits[per]
  const maxUnits = Math.floor((megabytes * 1e6) / UNIT_BYTES)
  const consume = (network: string, consumeUnits: ConsumeUnits) =>
    consumeFrom(`${budget}-bytes:${network}:${hour}`, bytes, consumeUnits, context)

  let isGranted: boolean
  try {
    isGranted = await consume(await networkId(ip, context), storeUnits({ maxUnits, end, now }, context))
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.onError(error)
    isGranted = await consume(localNetworkId(ip, context), localUnits(maxUnits, context))
  }
  if (isGranted) return
  throw new Problem('rate_limited', {
    message: `This network has used its ${megabytes} MB of ${of} for this hour.`,
    retryAfterSeconds: wholeSecondsUntil(end, now),
  })
}

/** Consumes bytes already counted for this process, and units of the counter for the rest. */
async function consumeFrom(
  counter: string,
  bytes: number,
  consumeUnits: ConsumeUnits,
  context: Context,
): Promise<boolean> {
  const { unused: all } = getCounted(context)
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

function storeUnits(
  { maxUnits, end, now }: { readonly maxUnits: number; readonly end: number; readonly now: number },
  { store: { counters } }: Context,
): ConsumeUnits {
  return async (units, counter) => {
    const { granted } = await counters.consume(counter, maxUnits, end, now, units)
    if (granted === units) return true
    if (granted > 0) await counters.refund(counter, granted)
    return false
  }
}

function localUnits(maxUnits: number, context: Context): ConsumeUnits {
  const { withoutStore } = getCounted(context)
  return (units, counter) => {
    const used = (withoutStore.get(counter) ?? 0) + units
    if (used > maxUnits) return false
    withoutStore.set(counter, used)
    return true
  }
}
