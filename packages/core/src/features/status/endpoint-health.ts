import type { HealthFacts } from '#features/status/health-facts'
import type { FeedFacts } from '#features/status/report'
import type { StatusReport } from '#features/status/status-data'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

/** A feed with all its known facts. */
export interface FeedHealth extends FeedFacts {
  readonly row: StatusReport['upstreams'][number]
}

/** A main feed and the fallbacks that are queried when it fails. */
export interface FeedChain {
  readonly main: FeedHealth
  readonly fallbacks: readonly FeedHealth[]
  /** The fallback that serves the data at the moment, if the main feed fails. */
  readonly active: FeedHealth | undefined
  readonly state: FeedState
}

/** An endpoint with the feeds that its data come from. */
export interface EndpointHealth {
  /** The path; empty for the nightly job, which no request reads. */
  readonly path: string
  readonly name: string
  readonly chains: readonly FeedChain[]
  readonly state: FeedState
}

/** Groups the feeds of the report by the endpoint that they serve, in the order of the report. */
export function endpointHealths({ report, feeds }: HealthFacts): readonly EndpointHealth[] {
  const chains = report.upstreams
    .filter(({ fallback_of }) => fallback_of === null)
    .map((row): FeedChain => {
      const main = feedHealth(row, feeds)
      const fallbacks = report.upstreams
        .filter(({ fallback_of }) => fallback_of === row.id)
        .map((each) => feedHealth(each, feeds))
      return { main, fallbacks, ...chainState(main, fallbacks) }
    })
  const paths = new Set(
    chains.flatMap(({ main: { row } }) => (row.endpoints.length > 0 ? row.endpoints : [''])),
  )
  return [...paths].map((path) => {
    const own = chains.filter(({ main: { row } }) =>
      path === '' ? row.endpoints.length === 0 : row.endpoints.includes(path),
    )
    return { path, name: endpointName(path, own), chains: own, state: worstOf(own.map(({ state }) => state)) }
  })
}

function feedHealth(row: FeedHealth['row'], feeds: HealthFacts['feeds']): FeedHealth {
  const facts = feeds.get(row.id)
  return facts ? { row, ...facts, label: nameOf(facts.label) } : { row, ...NO_FACTS, label: row.id }
}

const NO_FACTS = { failingSince: null, reason: null, usableUntil: null, days: [], hours: [] } as const

/** A main feed that fails is degraded while a fallback that was queried since is operational. */
function chainState(main: FeedHealth, fallbacks: readonly FeedHealth[]): Pick<FeedChain, 'active' | 'state'> {
  const { status, error } = main.row
  const active = error === null ? undefined : fallbacks.find((each) => isServingFor(each, main))
  return { active, state: status === 'down' && active ? 'degraded' : status }
}

function isServingFor({ row }: FeedHealth, { failingSince }: FeedHealth): boolean {
  if (row.status !== 'operational' || row.last_ok_at === null || failingSince === null) return false
  return Date.parse(row.last_ok_at) >= failingSince
}

/** Returns the state of several: `down` if all are, `degraded` if one fails, and otherwise `unknown` if one was never queried. */
export function worstOf(states: readonly FeedState[]): FeedState {
  if (states.every((state) => state === 'down')) return 'down'
  if (states.some((state) => state === 'down' || state === 'degraded')) return 'degraded'
  return states.includes('unknown') ? 'unknown' : 'operational'
}

const NAMES: Readonly<Record<string, string>> = {
  '': 'Altitude shells, nightly',
  '/v1/space-weather/kp': 'Planetary K index',
  '/v1/space-weather/kp/forecast': 'Kp forecast',
  '/v1/space-weather/kp/gfz': 'Kp by GFZ',
  '/v1/space-weather/3-day-forecast': '3-day forecast',
  '/v1/space-weather/wind': 'Solar wind',
  '/v1/space-weather/mag': 'Magnetic field',
  '/v1/space-weather/xray': 'X-rays',
  '/v1/space-weather/proton': 'Protons',
  '/v1/space-weather/electrons': 'Electrons',
  '/v1/space-weather/flux': 'Radio flux',
  '/v1/space-weather/sunspots': 'Sunspots',
  '/v1/space-weather/a-index': 'A index',
  '/v1/space-weather/aurora': 'Aurora at a location',
  '/v1/space-weather/aurora/grid': 'Aurora map',
  '/v1/space-weather/absorption': 'HF absorption at a location',
  '/v1/space-weather/absorption/grid': 'HF absorption map',
  '/v1/space-weather/scales': 'NOAA scales',
  '/v1/space-weather/probabilities': 'Probabilities of flares',
  '/v1/space-weather/regions': 'Active regions',
  '/v1/space-weather/outlook': '27-day outlook',
  '/v1/space-weather/arrivals': 'Arrivals at Earth',
  '/v1/space-weather/notices': 'Notices',
  '/v1/space-weather/discussion': 'Forecast discussion',
  '/v1/events/recent': 'Solar events',
  '/v1/launches/upcoming': 'Launches',
  '/v1/launches/previous': 'Past launches',
  '/v1/launches/{launch_id}': 'One launch',
  '/v1/people': 'People in space',
  '/v1/objects': 'Search for objects',
  '/v1/objects/{norad_id}': 'Objects',
  '/v1/tle/{group}': 'Element sets',
}

/** Returns the name of a path. A path without one, as on a mirror, has the name of its feed. */
function endpointName(path: string, chains: readonly FeedChain[]): string {
  return NAMES[path] ?? chains[0]?.main.label ?? path
}

/** Returns the label of a feed with a capital. */
function nameOf(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1)
}
