import type { AtomicStore } from '#kernel/storage/atomic-store'

/** Where leases are stored, and the clock that they use, in epoch milliseconds. */
export interface LeaseContext {
  readonly store: { readonly atomic: AtomicStore }
  readonly now: () => number
}

interface LeaseOptions {
  /** Identifies the owner. Unique to one acquisition. */
  readonly value: string
  /** Milliseconds until the lease expires unless it is renewed: how long a killed process blocks others. */
  readonly ttlMs: number
  /** Milliseconds between two renewals. @default 0 */
  readonly renewEveryMs?: number
}

/** Exclusive right among all processes on a store, until it is released or expires. */
export interface Lease {
  /**
   * Extends the lease to `ttlMs` from now, unless it was renewed less than `renewEveryMs` ago. Returns
   * `false` after the lease is lost. An expired lease cannot be renewed, even if nobody has acquired it
   * since.
   */
  renew(): Promise<boolean>
  /** Releases the lease if it is still held. Never releases the lease of the next owner. */
  release(): Promise<void>
}

/** Acquires a lease unless another owner holds it. Also returns the value of the current owner. */
export async function acquireLease(
  key: string,
  { value, ttlMs, renewEveryMs = 0 }: LeaseOptions,
  context: LeaseContext,
): Promise<{ readonly lease?: Lease; readonly owner: string }> {
  const { store, now } = context
  let renewedAt = now()
  const owner = await store.atomic.setIfAbsent(key, value, renewedAt + ttlMs, renewedAt)
  if (owner !== value) return { owner }
  const lease: Lease = {
    async renew() {
      const at = now()
      if (at >= renewedAt && at - renewedAt < renewEveryMs) return true
      const isHeld = await store.atomic.compareAndSwap(key, value, value, at + ttlMs, at)
      if (isHeld) renewedAt = at
      return isHeld
    },
    release: () => releaseLease(key, value, context),
  }
  return { lease, owner }
}

/** Deletes the lease that `value` holds under `key`. Does nothing if another owner holds it now. */
export async function releaseLease(key: string, value: string, { store, now }: LeaseContext): Promise<void> {
  await store.atomic.compareAndSwap(key, value, '', 0, now())
}
