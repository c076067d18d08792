import { LRUCache } from 'lru-cache'
import type { Problem } from '#problem'
import type { Snapshot, SnapshotKind } from '#store/snapshot'
import { lasts, minutes, seconds } from '#time'

/** What this process knows of one key: the last good snapshot, and how the last load failed. */
export interface Entry {
  readonly snapshot?: Snapshot<unknown>
  /** Epoch milliseconds from which a read loads ahead of expiry. */
  refreshAt: number
  /** Epoch milliseconds, too. */
  readonly failure?: { readonly problem: Problem; readonly since: number; readonly until: number }
  readonly size: number
}

/** How long an upstream failure is answered from memory before the upstream is asked again. */
export const FAILURE_MS = seconds(5)
/** The same of one that is well but has nothing newer, and of one of several: most that we ask renew no faster. */
const AGAIN_MS = minutes(1)
/** How long it is remembered that an upstream does not know an id. */
const UNKNOWN_MS = minutes(15)

/** What an entry takes beside its value, about; that of a failure has a Problem with its causes and their stacks. */
const [ENTRY_BYTES, FAILURE_BYTES] = [512, 2_560]

/** The snapshots and failures that this process remembers, within 128 MiB. */
export class SnapshotsInMemory {
  readonly #now: () => number
  // Without a `max`, for which lru-cache lays out lists of that length at once: 4 ms of every start.
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: 128 * 1024 * 1024,
    sizeCalculation: (entry) => entry.size,
  })

  constructor(now: () => number) {
    this.#now = now
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  /** The last good snapshot, valid or not; looking does not keep it from being forgotten. */
  peek<T>(key: string): Snapshot<T> | undefined {
    return this.#entries.peek(key)?.snapshot as Snapshot<T> | undefined
  }

  /** A snapshot that was verified is asked about again when half of what is left of its time has passed. */
  remember<T>(key: string, kind: SnapshotKind<T>, snapshot: Snapshot<T>, isVerified = false): void {
    const { fetchedAt, validUntil } = snapshot
    const now = this.#now()
    const [from, share] = isVerified ? [now, 0.45] : [fetchedAt, 0.8]
    const jittered = from + (validUntil - from) * (share + 0.1 * Math.random())
    const refreshAt = snapshot.isPartial ? now + AGAIN_MS : Math.max(jittered, now + FAILURE_MS)
    this.#entries.set(key, { snapshot, refreshAt, size: ENTRY_BYTES + kind.size(snapshot.value) })
  }

  /** A failure ahead of expiry is not remembered beyond it: the upstream gets its chance when the value is needed. */
  rememberFailure<T>(
    key: string,
    kind: SnapshotKind<T>,
    problem: Problem,
    last: Snapshot<T> | undefined,
  ): void {
    const now = this.#now()
    const waitMs = waitAfter(problem, kind.unknownMs)
    const until = last && now < last.validUntil ? Math.min(now + waitMs, last.validUntil) : now + waitMs
    const failure = { problem, since: now, until }
    const size = FAILURE_BYTES + (last ? kind.size(last.value) : 0)
    this.#entries.set(key, { ...(last && { snapshot: last }), refreshAt: until, failure, size })
  }
}

function waitAfter({ code, status }: Problem, unknownMs = UNKNOWN_MS): number {
  if (status === 404) return unknownMs
  return code === 'upstream_stale' ? AGAIN_MS : FAILURE_MS * (1 + 0.5 * Math.random())
}

/** Whether the last load failed so lately that the upstream is not asked again yet. */
export function isWaiting(
  entry: Entry,
  now: number,
): entry is Entry & { failure: NonNullable<Entry['failure']> } {
  return entry.failure !== undefined && lasts(entry.failure.since, entry.failure.until, now)
}
