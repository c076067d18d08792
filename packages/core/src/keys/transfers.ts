import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { networkId, ownNetworkId } from '#keys/network'
import { Problem } from '#problem'
import { isStoreFailure } from '#store/fallback'
import { hours, seconds, wholeSecondsUntil } from '#time'

/** A transfer of the speed test that is under way. */
export interface Transfer {
  /** Says that bytes move: what stands still for too long counts as gone. */
  moves(): void
  end(): void
}

/** A client that has gone says nothing: its transfer is over when nothing has moved for so long. */
const STILL_MS = seconds(30)
/** Of the transfers at once, the part that one network may have. */
const SHARE_OF_NETWORK = 0.25
const BUSY_SECONDS = 5
/** Bytes are counted in the store so many at a time; what is left of them is this process's to give. */
const UNIT_BYTES = 10_000_000

interface Running {
  readonly network: string
  /** When bytes moved last, by a clock that never goes back. */
  movedAt: number
}

/** What a process knows of transfers. */
interface Known {
  readonly running: Set<Running>
  /** Bytes that are counted and not used yet, by counter. */
  readonly left: LRUCache<string, number>
  /** Units that were taken here while the store failed, by counter. */
  readonly withoutStore: LRUCache<string, number>
}

const known = new WeakMap<Context, Known>()

function knownOf(context: Context): Known {
  const before = known.get(context)
  if (before) return before
  const begun = {
    running: new Set<Running>(),
    left: new LRUCache<string, number>({ max: 10_000 }),
    withoutStore: new LRUCache<string, number>({ max: 10_000 }),
  }
  known.set(context, begun)
  return begun
}

/** Begins a transfer; throws `rate_limited` while as many are under way in this process as may be, in all or of one network. */
export function beginTransfer(ip: string | undefined, context: Context): Transfer {
  const { running } = knownOf(context)
  const most = context.settings.limits.speedtestTransfers
  const now = performance.now()
  for (const each of running) if (now - each.movedAt > STILL_MS) running.delete(each)
  const network = ownNetworkId(ip, context)
  const own = [...running].filter((each) => each.network === network).length
  // Where addresses are not known all are one network, and none takes the others' share.
  const mostOfOne = ip === undefined ? most : Math.ceil(most * SHARE_OF_NETWORK)
  if (running.size >= most || own >= mostOfOne) {
    const message = 'As many speed tests are under way as may be at once.'
    throw new Problem('rate_limited', { message, retryAfterSeconds: BUSY_SECONDS })
  }
  const transfer = { network, movedAt: now }
  running.add(transfer)
  return {
    moves() {
      transfer.movedAt = performance.now()
    },
    end() {
      running.delete(transfer)
    },
  }
}

/** Takes so many units of a counter, all or none. */
type TakeUnits = (units: number, counter: string) => boolean | Promise<boolean>

/**
 * Counts bytes of a network's hour; throws `rate_limited` when not as many are left. While the store fails each process
 * counts for itself.
 */
export async function takeBytes(bytes: number, ip: string | undefined, context: Context): Promise<void> {
  const now = context.now()
  const hour = Math.floor(now / hours(1))
  const end = (hour + 1) * hours(1)
  const megabytes = context.settings.limits.speedtestMegabytesPerHour
  const most = Math.floor((megabytes * 1e6) / UNIT_BYTES)
  const take = (network: string, takeUnits: TakeUnits) =>
    takeOf(`speedtest-bytes:${network}:${hour}`, bytes, takeUnits, context)

  let isGranted: boolean
  try {
    isGranted = await take(await networkId(ip, context), unitsOfStore({ most, end, now }, context))
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.onError(error)
    isGranted = await take(ownNetworkId(ip, context), unitsOfProcess(most, context))
  }
  if (isGranted) return
  throw new Problem('rate_limited', {
    message: `The ${megabytes} MB of speed tests that a network has in an hour are used up.`,
    retryAfterSeconds: wholeSecondsUntil(end, now),
  })
}

/** Takes bytes of what this process has left of a counter, and units for those that are missing. */
async function takeOf(
  counter: string,
  bytes: number,
  takeUnits: TakeUnits,
  context: Context,
): Promise<boolean> {
  const { left } = knownOf(context)
  const had = left.get(counter) ?? 0
  const units = Math.max(0, Math.ceil((bytes - had) / UNIT_BYTES))
  // At once: another request must not count on them while the store is asked.
  left.set(counter, units === 0 ? had - bytes : 0)
  if (units === 0) return true
  let isGranted = false
  try {
    isGranted = await takeUnits(units, counter)
    return isGranted
  } finally {
    left.set(counter, (left.get(counter) ?? 0) + had + (isGranted ? units * UNIT_BYTES - bytes : 0))
  }
}

function unitsOfStore(
  { most, end, now }: { readonly most: number; readonly end: number; readonly now: number },
  { store: { counters } }: Context,
): TakeUnits {
  return async (units, counter) => {
    const takes = await Promise.all(
      Array.from({ length: units }, () => counters.take(counter, most, end, now)),
    )
    if (takes.every(({ granted }) => granted)) return true
    for (const { granted } of takes) if (granted) await counters.giveBack(counter)
    return false
  }
}

function unitsOfProcess(most: number, context: Context): TakeUnits {
  const { withoutStore } = knownOf(context)
  return (units, counter) => {
    const used = (withoutStore.get(counter) ?? 0) + units
    if (used > most) return false
    withoutStore.set(counter, used)
    return true
  }
}
