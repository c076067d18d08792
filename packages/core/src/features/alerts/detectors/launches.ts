import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { isRescheduled, type PlannedTime } from '#features/alerts/detectors/launch-changes'
import { launchNetChanged, launchScheduled, launchStatusChanged } from '#features/alerts/types/launches'
import type { LaunchStatus } from '#features/launches/terms'
import { days, hours } from '#kernel/kit/time'

/** Maximum number of alerts per run. The next run finds further ones. */
const MAX_ALERTS = 25
/** Time for which a launch that has left the list is kept, in milliseconds. */
const KEPT_MS = days(30)
/** After this time without a run, the list is accepted without alerts, as its changes are no longer news. */
const OUTDATED_MS = days(7)
/** Interval at which the state is updated only because the list was compared, in milliseconds. */
const COMPARED_MS = hours(6)

/** The part of `/v1/launches/upcoming` that alerts need. */
interface Launches {
  readonly launches: readonly Launch[]
  readonly as_of: string
  readonly source: string
}

interface Launch extends PlannedTime {
  readonly id: string
  readonly name: string
  readonly status: LaunchStatus
  readonly provider: string | null
  readonly vehicle: string | null
  readonly mission: string | null
  readonly pad: { readonly location: string | null } | null
}

interface Known extends PlannedTime {
  readonly name: string
  /** `null` once it has left the list after its planned time. */
  readonly status: LaunchStatus | null
  /** Time at which it left the list, in epoch milliseconds; absent while it is in the list. */
  readonly leftAt?: number
}

interface State {
  /** Time at which the list was last compared, with a precision of six hours; 0 for never. */
  readonly comparedAt: number
  readonly known: Readonly<Record<string, Known>>
}

/** Finds new launches, and changes of the planned time and the status of known launches. */
export const launches: Detector<State, Launches> = {
  id: 'launches',
  initial: { comparedAt: 0, known: {} },
  detect(before, list, now) {
    const comparedAt = Math.max(Math.floor(now / COMPARED_MS) * COMPARED_MS, before.comparedAt)
    const current = Object.fromEntries(list.launches.map((launch) => [launch.id, launch]))
    if (now - before.comparedAt > OUTDATED_MS) {
      const known = Object.fromEntries(list.launches.map((launch) => [launch.id, knownOf(launch)]))
      return { state: { comparedAt, known }, alerts: [] }
    }
    const alerts: AlertFacts[] = []
    const known: Record<string, Known> = {}
    for (const [id, was] of Object.entries(before.known)) {
      const isExpired = was.leftAt !== undefined && was.leftAt <= now - KEPT_MS
      if (!isExpired || Object.hasOwn(current, id)) known[id] = was
    }
    for (const id of new Set([...Object.keys(current), ...Object.keys(known)])) {
      if (alerts.length >= MAX_ALERTS) break
      const [was, is] = [known[id], current[id]]
      if (is) {
        alerts.push(...changesOf(was, is, list))
        known[id] = knownOf(is)
      } else if (was && was.leftAt === undefined) {
        // Before its planned time, the launch was only displaced from the end of the list, or deleted.
        const isPast = Date.parse(was.net) <= now
        if (isPast) alerts.push(departure(id, was, list))
        known[id] = { ...was, leftAt: now, status: isPast ? null : was.status }
      }
    }
    return { state: { comparedAt, known }, alerts }
  },
}

function knownOf({ name, status, net, net_precision }: Launch): Known {
  return { name, status, net, net_precision }
}

function changesOf(was: Known | undefined, is: Launch, list: Launches): AlertFacts[] {
  const data = dataOf(is, list)
  const facts = { subject: is.id, at: Date.parse(list.as_of) }
  if (!was) return [factsOf(launchScheduled, { ...facts, data })]
  const alerts: AlertFacts[] = []
  if (isRescheduled(was, is)) {
    const { net: previous_net, net_precision: previous_net_precision } = was
    const changed = { ...data, previous_net, previous_net_precision }
    alerts.push(factsOf(launchNetChanged, { ...facts, level: is.net, data: changed }))
  }
  if (was.status !== is.status) {
    const changed = { ...data, previous_status: was.status }
    alerts.push(factsOf(launchStatusChanged, { ...facts, level: is.status, data: changed }))
  }
  return alerts
}

function departure(id: string, was: Known, list: Launches): AlertFacts {
  const unknown = { provider: null, vehicle: null, mission: null, pad: null, status: 'unknown' as const }
  const data = { ...dataOf({ id, ...unknown, ...launchOf(was) }, list), status: null }
  const changed = { ...data, previous_status: was.status }
  return factsOf(launchStatusChanged, {
    subject: id,
    level: 'none',
    at: Date.parse(list.as_of),
    data: changed,
  })
}

function launchOf({ name, net, net_precision }: Known) {
  return { name, net, net_precision }
}

function dataOf(launch: Launch, { as_of, source }: Launches) {
  const { id, name, status, net, net_precision, provider, vehicle, mission, pad } = launch
  return {
    launch_id: id,
    name,
    status,
    net,
    net_precision,
    provider,
    vehicle,
    mission,
    location: pad?.location ?? null,
    observed_at: as_of,
    source,
    url: '/v1/launches/upcoming',
  }
}
