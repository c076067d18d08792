import type { Store } from '#store/store'
import { seconds } from '#time'

/** The right to load one snapshot for all processes on a store. */
export interface FillLease {
  /** Lets the next one load; never rejects. */
  release(): Promise<void>
}

interface FillLeaseOptions {
  readonly store: Store
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** A process that is killed while it loads keeps the others out no longer than this: twice an upstream's deadline. */
const SPAN_MS = seconds(20)

/** Claims a load among all processes on the store; `undefined` while another holds it. Throws as the store does. */
export async function claimFill(
  key: string,
  { store: { counters }, now, onError }: FillLeaseOptions,
): Promise<FillLease | undefined> {
  const holder = crypto.randomUUID()
  const at = now()
  if ((await counters.claim(key, holder, at + SPAN_MS, at)) !== holder) return undefined

  /** Only ever from ourselves: once it has expired the lease may be another's. */
  const hand = async (to: string, until: number) => {
    try {
      await counters.swap(key, holder, to, until, now())
    } catch (error) {
      onError(error)
    }
  }
  // Some loads take longer than the span: a provider's deadline may be 90 s, and fallbacks come after it.
  const renewal = setInterval(() => hand(holder, now() + SPAN_MS), SPAN_MS / 2)
  return {
    release() {
      clearInterval(renewal)
      return hand('', 0)
    },
  }
}
