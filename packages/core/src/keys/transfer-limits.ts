import { LRUCache } from 'lru-cache'
import type { Context } from '#context'
import { localNetworkId, networkId } from '#keys/client-network'
import { Problem } from '#problem'
import { isStoreFailure } from '#store/store-failure'
import { hours, seconds, wholeSecondsUntil } from '#time'

/** A speed-test transfer in progress. */
export interface Transfer {
  /** Records progress; a transfer without progress for 30 s no longer counts. */
  markProgress(): void
  end(): void
}

/** How long a transfer counts without progress, in milliseconds: a client that disappears sends no end. */
const STALLED_MS = seconds(30)
/** Share of the concurrent transfers that one network may use. */
const SHARE_OF_NETWORK = 0.25
const BUSY_SECONDS = 5
/** Bytes are counted in the store in units of this size; this process uses up the rest of a unit. */
const UNIT_BYTES = 10_000_000

interface Running {
  readonly network: string
  /** When bytes were last transferred, by a monotonic clock. */
  progressAt: number
}

/** State of the transfers in this process. */
interface TransferState {
  readonly running: Set<Running>
  /** Bytes counted and not yet used, by counter. */
  readonly unusedBytes: LRUCache<string, number>
  /** Units consumed here while the store failed, by counter. */
  readonly withoutStore: LRUCache<string, number>
}

const states = new WeakMap<Context, TransferState>()

function getState(context: Context): TransferState {
  const existing = states.get(context)
  if (existing) return existing
  const created = {
    running: new Set<Running>(),
    unusedBytes: new LRUCache<string, number>({ max: 10_000 }),
    withoutStore: new LRUCache<string, number>({ max: 10_000 }),
  }
  states.set(context, created)
  return created
}

/**
 * Starts a transfer.
 *
 * @throws `rate_limited` if too many are in progress in this process, in all or of one network
 */
export function beginTransfer(ip: string | undefined, context: Context): Transfer {
  const { running } = getState(context)
  const maxTransfers = context.settings.limits.speedtestTransfers
  const now = performance.now()
  for (const each of running) if (now - each.progressAt > STALLED_MS) running.delete(each)
  const network = localNetworkId(ip, context)
  const own = [...running].filter((each) => each.network === network).length
  // Clients without an address are one network, which may use all transfers.
  const maxOfNetwork = ip === undefined ? maxTransfers : Math.ceil(maxTransfers * SHARE_OF_NETWORK)
  if (running.size >= maxTransfers || own >= maxOfNetwork) {
    const message = `Too many speed tests are in progress. Retry in ${BUSY_SECONDS} s.`
    throw new Problem('rate_limited', { message, retryAfterSeconds: BUSY_SECONDS })
  }
  const transfer = { network, progressAt: now }
  running.add(transfer)
  return {
    markProgress() {
      transfer.progressAt = performance.now()
    },
    end() {
      running.delete(transfer)
    },
  }
}

/** Consumes units of a counter, all or none; returns whether they were granted. */
type ConsumeUnits = (units: number, counter: string) => boolean | Promise<boolean>

/**
 * Counts bytes of a network's current hour. While the store fails, each process counts for itself.
 *
 * @throws `rate_limited` if not enough are left
 */
export async function consumeBytes(bytes: number, ip: string | undefined, context: Context): Promise<void> {
  const now = context.now()
  const hour = Math.floor(now / hours(1))
  const end = (hour + 1) * hours(1)
  const megabytes = context.settings.limits.speedtestMegabytesPerHour
  const maxUnits = Math.floor((megabytes * 1e6) / UNIT_BYTES)
  const consume = (network: string, consumeUnits: ConsumeUnits) =>
    consumeFrom(`speedtest-bytes:${network}:${hour}`, bytes, consumeUnits, context)

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
    message: `This network has used its ${megabytes} MB of speed tests for this hour.`,
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
  const { unusedBytes } = getState(context)
  const unused = unusedBytes.get(counter) ?? 0
  const units = Math.max(0, Math.ceil((bytes - unused) / UNIT_BYTES))
  // Before the await: a concurrent request must not use the same bytes.
  unusedBytes.set(counter, units === 0 ? unused - bytes : 0)
  if (units === 0) return true
  let isGranted = false
  try {
    isGranted = await consumeUnits(units, counter)
    return isGranted
  } finally {
    unusedBytes.set(
      counter,
      (unusedBytes.get(counter) ?? 0) + unused + (isGranted ? units * UNIT_BYTES - bytes : 0),
    )
  }
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
  const { withoutStore } = getState(context)
  return (units, counter) => {
    const used = (withoutStore.get(counter) ?? 0) + units
    if (used > maxUnits) return false
    withoutStore.set(counter, used)
    return true
  }
}
