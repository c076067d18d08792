import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { elementsUpdated, objectDecayed, objectMissing } from '#features/alerts/types/catalogue'
import { hours, iso } from '#kernel/kit/time'

/** Time for which an object must respond with 404 before it is reported, in milliseconds. */
const MISSING_MS = hours(1)
/**
 * An object whose last orbit was below these limits has re-entered: drag ends such an orbit within days, and
 * such objects are tracked most often. This does not hold for an elongated orbit with the same perigee.
 */
const LOW = { perigeeKm: 200, apogeeKm: 400 } as const

/** The part of `/v1/objects/{norad_id}` that alerts need, and the time of the fetch. */
export interface WatchedObject {
  readonly norad_id: number
  readonly name: string
  readonly epoch: string
  readonly mean_motion_rev_per_day: number
  readonly eccentricity: number
  readonly inclination_deg: number
  readonly apogee_km: number
  readonly perigee_km: number
  readonly decay_date: string | null
  readonly source: string
  readonly fetched_at: string
}

/** The watched objects and the objects read; `null` for a 404. */
export interface WatchedObjects {
  readonly watched: ReadonlySet<number>
  readonly objects: ReadonlyMap<number, WatchedObject | null>
  /** Returns SATCAT's date of decay of an object, also for an object with 404; `null` if it has none. */
  readonly decayDateOf: (norad_id: number) => string | null
}

interface Known {
  readonly name: string
  readonly epoch: string
  readonly source: string
  readonly perigee_km: number
  readonly apogee_km: number
  /** Time of the first 404, in epoch milliseconds. */
  readonly missingSince?: number
  /** Whether it was reported as missing or decayed. */
  readonly isMissing?: true
  readonly isDecayed?: true
}

type State = Readonly<Record<string, Known>>

/** Finds new elements, the decay and the loss of the watched objects whose number is `shard` modulo 16. */
export function watchedObjects(shard: number): Detector<State, WatchedObjects> {
  return {
    id: `objects-${shard}`,
    initial: {},
    detect(before, { watched, objects, decayDateOf }, now) {
      const alerts: AlertFacts[] = []
      const state: Record<string, Known> = {}
      for (const id of watched) {
        const was = before[id]
        const is = objects.get(id)
        if (is) {
          alerts.push(...changesOf(was, is))
          state[id] = knownOf(is)
        } else if (was) {
          const found = is === null ? absenceOf(id, was, decayDateOf(id), now) : { known: was, alerts: [] }
          alerts.push(...found.alerts)
          state[id] = found.known
        }
      }
      return { state, alerts }
    },
  }
}

function knownOf({ name, epoch, source, perigee_km, apogee_km, decay_date }: WatchedObject): Known {
  return { name, epoch, source, perigee_km, apogee_km, ...(decay_date !== null && { isDecayed: true }) }
}

function changesOf(was: Known | undefined, is: WatchedObject): AlertFacts[] {
  if (!was) return []
  const { norad_id, name, epoch, decay_date, source, fetched_at: observed_at } = is
  const facts = { subject: String(norad_id), at: Date.parse(observed_at) }
  const common = { norad_id, name, observed_at, source, url: `/v1/objects/${norad_id}` }
  if (decay_date !== null && !was.isDecayed) {
    const data = { ...common, reason: 'decay_date' as const, decay_date, last_epoch: epoch }
    return [factsOf(objectDecayed, { ...facts, level: decay_date, data })]
  }
  if (Date.parse(epoch) <= Date.parse(was.epoch)) return []
  const { mean_motion_rev_per_day, eccentricity, inclination_deg, apogee_km, perigee_km } = is
  const orbit = { mean_motion_rev_per_day, eccentricity, inclination_deg, apogee_km, perigee_km }
  const data = { ...common, epoch, previous_epoch: was.epoch, ...orbit }
  return [factsOf(elementsUpdated, { ...facts, level: epoch, data })]
}

/**
 * Classifies an object with 404: it has decayed according to its date or its last orbit, or is only missing.
 */
function absenceOf(norad_id: number, was: Known, decay_date: string | null, now: number) {
  const missingSince = was.missingSince ?? now
  const known: Known = { ...was, missingSince }
  const isLong = now - missingSince >= MISSING_MS
  if (was.isDecayed || (decay_date === null && (!isLong || was.isMissing))) return { known, alerts: [] }
  const { name, epoch: last_epoch, source } = was
  const facts = { subject: String(norad_id), at: now }
  const common = { norad_id, name, last_epoch, observed_at: iso(now), source, url: `/v1/objects/${norad_id}` }
  if (decay_date === null && !isLow(was)) {
    const { perigee_km: last_perigee_km, apogee_km: last_apogee_km } = was
    const data = { ...common, last_perigee_km, last_apogee_km, missing_since: iso(missingSince) }
    return {
      known: { ...known, isMissing: true as const },
      alerts: [factsOf(objectMissing, { ...facts, data })],
    }
  }
  const reason = decay_date === null ? ('not_found' as const) : ('decay_date' as const)
  const data = { ...common, reason, decay_date }
  const level = decay_date === null ? {} : { level: decay_date }
  return {
    known: { ...known, isDecayed: true as const },
    alerts: [factsOf(objectDecayed, { ...facts, ...level, data })],
  }
}

function isLow({ perigee_km, apogee_km }: Known): boolean {
  return perigee_km <= LOW.perigeeKm && apogee_km <= LOW.apogeeKm
}
