import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { cmeArrivalChanged, cmeEarthDirected } from '#features/alerts/types/space-weather'
import { days, hours } from '#kernel/kit/time'

/** Minimum change of a predicted arrival that is reported, in milliseconds. */
const CHANGE_MS = hours(3)
/** Time for which an event is kept after it began. It leaves the list after seven days. */
const KEPT_MS = days(8)

/** The part of `/v1/events/recent` that this detector needs. */
interface Events {
  readonly events: readonly SpaceEvent[]
  readonly as_of: string
  readonly source: string
}

interface SpaceEvent {
  readonly id: string
  readonly kind: string
  readonly start_time: string
  readonly speed_km_s: number | null
  readonly earth_impact: {
    readonly arrival_time: string
    readonly glancing: boolean
    readonly kp_max: number | null
    readonly awaits_run: boolean
  } | null
}

interface State {
  readonly isFirst: boolean
  /** The start and the last arrival sent, by event id. */
  readonly reported: Readonly<Record<string, readonly [start: string, arrival: string]>>
}

/**
 * Finds coronal mass ejections that are predicted to reach Earth, and changes of the predicted arrival. At
 * the first observation, only ejections that have not arrived yet are reported.
 */
export const coronalMassEjections: Detector<State, Events> = {
  id: 'coronal-mass-ejections',
  initial: { isFirst: true, reported: {} },
  detect(before, { events, as_of, source }, now) {
    const alerts: AlertFacts[] = []
    const reported = { ...before.reported }
    for (const { id, kind, start_time, speed_km_s, earth_impact } of events) {
      if (kind !== 'cme' || !earth_impact) continue
      const arrival = earth_impact.arrival_time
      const previous = reported[id]?.[1]
      if (previous && Math.abs(Date.parse(arrival) - Date.parse(previous)) <= CHANGE_MS) continue
      reported[id] = [start_time, arrival]
      if (!previous && before.isFirst && Date.parse(arrival) < now) continue
      const url = '/v1/events/recent'
      const event = { event_id: id, start_time, ...earth_impact, speed_km_s, observed_at: as_of, source, url }
      const facts = { subject: id, level: arrival, at: Date.parse(as_of) }
      alerts.push(
        previous
          ? factsOf(cmeArrivalChanged, { ...facts, data: { ...event, previous_arrival_time: previous } })
          : factsOf(cmeEarthDirected, { ...facts, data: event }),
      )
    }
    const kept = Object.entries(reported).filter(([, [start]]) => Date.parse(start) > now - KEPT_MS)
    return { state: { isFirst: false, reported: Object.fromEntries(kept) }, alerts }
  },
}
