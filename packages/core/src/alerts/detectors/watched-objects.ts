import type { AlertFacts } from '#alert'
import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { elementsUpdated, objectDecayed } from '#alerts/types/catalogue'
import { hours, iso } from '#time'

/** How long an object must have been 404 to count as decayed, in milliseconds. */
const MISSING_MS = hours(1)

/** What `/v1/objects/{norad_id}` publishes, as far as alerts need it, and when it was fetched. */
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

/** The objects that are watched, and those of them that were read; `null` for one that is 404. */
export interface WatchedObjects {
  readonly watched: ReadonlySet<number>
  readonly objects: ReadonlyMap<number, WatchedObject | null>
}

interface Known {
  readonly name: string
  readonly epoch: string
  readonly source: string
  /** Since when it has been 404, in epoch milliseconds. */
  readonly missingSince?: number
  readonly isDecayed?: true
}

type State = Readonly<Record<string, Known>>

/** Number of detectors that share the watched objects, so that no state grows too large. Can never change. */
export const OBJECT_DETECTORS = 16

/** Finds new elements and the decay of the watched objects whose number is `shard` modulo 16. */
export function watchedObjects(shard: number): Detector<State, WatchedObjects> {
  return {
    id: `objects-${shard}`,
    initial: {},
    detect(before, { watched, objects }, now) {
      const alerts: AlertFacts[] = []
      const state: Record<string, Known> = {}
      for (const id of watched) {
        const was = before[id]
        const is = objects.get(id)
        if (is) {
          alerts.push(...changesOf(was, is))
          state[id] = knownOf(is)
        } else if (was) {
          const missing = is === null ? withMissing(was, now) : was
          if (missing.isDecayed && !was.isDecayed) alerts.push(missingTold(id, missing, now))
          state[id] = missing
        }
      }
      return { state, alerts }
    },
  }
}

function knownOf({ name, epoch, source, decay_date }: WatchedObject): Known {
  return { name, epoch, source, ...(decay_date !== null && { isDecayed: true }) }
}

function withMissing(was: Known, now: number): Known {
  const missingSince = was.missingSince ?? now
  return { ...was, missingSince, ...(now - missingSince >= MISSING_MS && { isDecayed: true }) }
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

function missingTold(norad_id: number, { name, epoch, source }: Known, now: number): AlertFacts {
  return factsOf(objectDecayed, {
    subject: String(norad_id),
    at: now,
    data: {
      norad_id,
      name,
      reason: 'not_found',
      decay_date: null,
      last_epoch: epoch,
      observed_at: iso(now),
      source,
      url: `/v1/objects/${norad_id}`,
    },
  })
}
