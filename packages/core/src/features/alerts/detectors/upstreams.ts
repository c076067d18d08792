import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { upstreamDown, upstreamRecovered } from '#features/alerts/types/service'
import { iso } from '#kernel/kit/time'
import type { UpstreamState } from '#kernel/upstreams/states/upstream-states'

/** Number of update intervals without a good response after which a feed counts as down. */
const CADENCES = 3

/** A feed and the result of its last request, if there was one. */
export interface ObservedFeed {
  readonly id: string
  readonly provider: string
  readonly cadenceMs: number
  readonly state:
    | Pick<UpstreamState, 'ok' | 'checkedAt' | 'failingSince' | 'lastOkAt' | 'httpStatus' | 'error'>
    | undefined
}

interface Down {
  /** Time of the first failure, in epoch milliseconds. */
  readonly since: number
  /** Time of the first good response since then. */
  readonly goodAt?: number
}

type State = Readonly<Record<string, Down>>

/**
 * Finds feeds that are down, and feeds that have recovered with two good responses. Only requests count, so a
 * feed without requests is neither.
 */
export const upstreams: Detector<State, readonly ObservedFeed[]> = {
  id: 'upstreams',
  initial: {},
  detect(before, feeds) {
    const alerts: AlertFacts[] = []
    const state: Record<string, Down> = {}
    for (const feed of feeds) {
      const was = before[feed.id]
      const is = was ? stillDown(was, feed) : newlyDown(feed)
      if (is) state[feed.id] = is
      if (is && !was) alerts.push(down(feed, is.since))
      if (was && !is) alerts.push(recovered(feed, was))
    }
    return { state, alerts }
  },
}

/** Returns the time since which a feed has been down; `undefined` if it is not down. */
function newlyDown({ cadenceMs, state }: ObservedFeed): Down | undefined {
  if (!state || state.ok || state.failingSince === null) return undefined
  const { failingSince: since, checkedAt } = state
  return checkedAt - since >= CADENCES * cadenceMs ? { since } : undefined
}

/** Returns `undefined` at the second good response. */
function stillDown(was: Down, { state }: ObservedFeed): Down | undefined {
  if (!state) return was
  if (!state.ok) return { since: was.since }
  if (was.goodAt === undefined) return { ...was, goodAt: state.checkedAt }
  return state.checkedAt > was.goodAt ? undefined : was
}

function down({ id, provider, cadenceMs, state }: ObservedFeed, since: number): AlertFacts {
  const thresholdMs = CADENCES * cadenceMs
  return factsOf(upstreamDown, {
    subject: id,
    at: since + thresholdMs,
    data: {
      feed: id,
      provider,
      failing_since: iso(since),
      last_ok_at: state?.lastOkAt ? iso(state.lastOkAt) : null,
      threshold_seconds: thresholdMs / 1_000,
      http_status: state?.httpStatus ?? null,
      error: state?.error ?? null,
      observed_at: iso(state?.checkedAt ?? since),
      url: '/status',
    },
  })
}

function recovered({ id, provider, state }: ObservedFeed, { since, goodAt = since }: Down): AlertFacts {
  return factsOf(upstreamRecovered, {
    subject: id,
    at: goodAt,
    data: {
      feed: id,
      provider,
      failing_since: iso(since),
      observed_at: iso(state?.checkedAt ?? goodAt),
      url: '/status',
    },
  })
}
