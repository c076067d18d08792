import type { AlertContext } from '#features/alerts/context'
import { upcomingPasses } from '#features/alerts/detectors/upcoming-passes'
import type { ComputedPasses, PassesBySubject, PassWatch } from '#features/alerts/pass-watch'
import { watchersIn } from '#features/alerts/watched-subjects'
import { inShards } from '#features/alerts/watches/shards'
import { forWatchers, type Watch, watchBy } from '#features/alerts/watches/watches'
import type { WebhooksByAccount } from '#features/alerts/webhook-records'
import { lastElementSets } from '#features/objects/celestrak/last-element-sets'
import { hashName } from '#kernel/accounts/account-records'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { once } from '#kernel/kit/memoize'
import { hours, isWithin, minutes } from '#kernel/kit/time'

/** Time for which computed passes are used, unless there are newer elements. */
const COMPUTED_MS = minutes(10)
/**
 * How far ahead passes are searched: longer than the longest `minutes_before` plus the interval of searches.
 */
const AHEAD_MS = hours(3)
/** Number of watches processed per turn of the event loop. */
const WATCHES_PER_TURN = 1_000
/** Number of watches whose passes are computed in one run, each in a millisecond or two. */
const COMPUTED_PER_RUN = 500

/** Returns the watches for the passes of all objects over all locations of webhooks. */
export function passWatches(all: WebhooksByAccount, context: AlertContext): Watch[] {
  const { passes: watches, accounts } = watchersIn(all)
  const computed = once(() => computePasses(watches, context))
  return inShards(watches, ({ subject }) => hashName(subject)).map(([shard, members]) =>
    watchBy(forWatchers(upcomingPasses(shard), accounts), async () => {
      const passes = await computed()
      return members.flatMap((watch) => {
        const found = passes.get(watch.subject)
        return found ? { watch, ...found } : []
      })
    }),
  )
}

/**
 * Returns the next passes of watched objects, computed only from cached elements, or from copies of them on a
 * mirror. They are computed every ten minutes, and when there are newer elements. If there are more than one
 * run may compute, the oldest results are renewed first.
 */
async function computePasses(watches: readonly PassWatch[], context: AlertContext): Promise<PassesBySubject> {
  const { process } = context.alerts
  const before: PassesBySubject = process.passes ?? new Map()
  const { listPasses, trackOf } = await import('#features/passes/computations')
  const noradIds = [...new Set(watches.map(({ noradId }) => noradId))]
  const held = await lastElementSets(noradIds, context)
  const ageOf = ({ subject }: PassWatch) => before.get(subject)?.at ?? 0
  const passes = new Map<string, ComputedPasses>()
  let left = COMPUTED_PER_RUN
  let looked = 0
  for (const watch of [...watches].sort((one, other) => ageOf(one) - ageOf(other))) {
    looked += 1
    if (looked % WATCHES_PER_TURN === 0) await endOfTurn()
    const { subject, noradId, place, minElevationDeg, onlyVisible } = watch
    const found = held.get(noradId)
    if (!found) continue
    const { value: elements, source } = found
    const { epoch } = elements
    const at = context.now()
    const known = before.get(subject)
    const isCurrent = known?.epoch === epoch && isWithin(known.at, known.at + COMPUTED_MS, at)
    const track = isCurrent || left === 0 ? undefined : trackOf(elements)
    if (!track) {
      if (known) passes.set(subject, known)
      continue
    }
    left -= 1
    const span = { from: at, to: at + AHEAD_MS, limit: Number.POSITIVE_INFINITY }
    const query = { place, minElevationDeg, onlyVisible, ...span }
    const { passes: upcoming } = await listPasses([{ elements, track }], query)
    passes.set(subject, { at, epoch, source, passes: upcoming })
  }
  process.passes = passes
  return passes
}
