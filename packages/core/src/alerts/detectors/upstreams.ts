import type { AlertFacts } from '#alerts/alert'
import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { upstreamDown, upstreamRecovered } from '#alerts/types/service'
import { iso } from '#kit/time'
import type { UpstreamState } from '#upstreams/states/upstream-states'

/** Intervals of updates without a good response after which a feed is down. */
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
  /** When the first failure was, in epoch milliseconds. */
  readonly since: number
  /** When the first good response since then was. */
  readonly goodAt?: number
}

type State = Readonly<Record<string, Down>>

/**
 * Finds feeds that are down, and that work again after two good responses. Only requests count: a feed that
 * nobody requests is neither.
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

/** Returns since when a feed has been down; `undefined` if it is not. */
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
