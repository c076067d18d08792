import type { EndpointHealth } from '#features/status/endpoint-health'
import type { HealthFacts } from '#features/status/health-facts'
import { days, hours } from '#kernel/kit/time'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

/** Maximum time since the last query of a main feed for a statement about all feeds, in milliseconds. */
const RECENT_MS = hours(24)
/** The same for fallbacks: while the main feeds work, only the weekly check queries them. */
const RECENT_FALLBACK_MS = days(8)

/** The state of the whole service in a sentence. */
export interface Headline {
  /** `unknown` also if nothing fails but not all feeds were checked lately. */
  readonly state: FeedState
  readonly text: string
  /** Number of feeds that the sentence is based on. */
  readonly detail: string
}

/**
 * Returns the headline of the status page and its badge: operational only if all feeds were checked lately.
 */
export function headlineOf(facts: HealthFacts, endpoints: readonly EndpointHealth[]): Headline {
  const { report, isStoreFailing } = facts
  const { recent, total } = countRecent(facts)
  const detail = `${recent} of ${total} feeds checked lately`
  const state = isStoreFailing ? 'degraded' : report.status
  if (state === 'operational') {
    return recent === total
      ? { state, text: 'All systems operational', detail }
      : { state: 'unknown', text: 'No known problems', detail }
  }
  return { state, text: problemHeadline(facts, endpoints), detail }
}

function problemHeadline(facts: HealthFacts, endpoints: readonly EndpointHealth[]): string {
  const { report, shown, isStoreFailing } = facts
  if (isStoreFailing) return 'The store is unavailable'
  if (report.store === 'read_only') return 'The store is read-only'
  if (report.status === 'unknown') return 'No feeds checked yet'
  const requested = report.upstreams.filter(({ status }) => status !== 'unknown')
  if (report.status === 'down') {
    if (requested.some(({ status }) => status !== 'down')) return 'Most data are unavailable'
    const isMost = 2 * requested.length > report.upstreams.length
    return isMost ? 'No upstream can be reached' : 'Every feed checked so far fails'
  }
  if (endpoints.some(({ chains }) => chains.some(({ state }) => state === 'down')))
    return 'Some data are unavailable'
  if (endpoints.some(({ chains }) => chains.some(({ active }) => active)))
    return 'All data are served, some by fallbacks'
  if (endpoints.some(({ state }) => state === 'degraded')) return 'Some data are late'
  const headlines = shown.flatMap(({ problem }) => problem?.headline ?? [])
  return headlines[0] ?? 'A fallback has a problem'
}

function countRecent({ report, now }: HealthFacts): { recent: number; total: number } {
  const isRecent = ({ checked_at, fallback_of }: HealthFacts['report']['upstreams'][number]) =>
    checked_at !== null &&
    now - Date.parse(checked_at) <= (fallback_of === null ? RECENT_MS : RECENT_FALLBACK_MS)
  return { recent: report.upstreams.filter(isRecent).length, total: report.upstreams.length }
}
