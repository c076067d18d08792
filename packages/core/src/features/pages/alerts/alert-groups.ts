import type { LoggedAlert } from '#features/alerts/alert'
import { matchesType } from '#features/alerts/alert-type'

/** A group of public alerts. */
interface Group {
  /** Pattern of the types, as the parameter `type` of `/v1/alerts` takes it. */
  readonly pattern: string
  readonly name: string
  /** Label of an alert that has no level of a NOAA scale. */
  readonly tag: string
}

/** The groups of public alerts, in the order of the page. */
export const GROUPS: readonly Group[] = [
  { pattern: 'geomagnetic.*', name: 'Geomagnetic storms', tag: 'Storm' },
  { pattern: 'solar.flare', name: 'Solar flares', tag: 'Flare' },
  { pattern: 'solar.radiation_storm', name: 'Radiation storms', tag: 'Storm' },
  { pattern: 'solar_wind.*', name: 'Solar wind', tag: 'Bz' },
  { pattern: 'cme.*', name: 'Coronal mass ejections', tag: 'CME' },
  { pattern: 'swpc.*', name: 'NOAA’s notices', tag: 'NOAA' },
  { pattern: 'launch.*', name: 'Launches', tag: 'Launch' },
  { pattern: 'crew.*', name: 'People in space', tag: 'Crew' },
  { pattern: 'catalogue.*', name: 'Catalogue', tag: 'Objects' },
  { pattern: 'upstream.*', name: 'Data feeds', tag: 'Feed' },
  { pattern: 'path.*', name: 'This API', tag: 'API' },
]

/** A group with its alerts. */
export interface AlertGroup extends Group {
  readonly alerts: readonly LoggedAlert[]
}

/** Sorts alerts into their groups; empty groups are included. */
export function groupAlerts(alerts: readonly LoggedAlert[]): readonly AlertGroup[] {
  return GROUPS.map((group) => ({
    ...group,
    alerts: alerts.filter(({ type }) => matchesType(group.pattern, type)),
  }))
}

/** Returns the index of the group of a type; -1 for a type of a later version. */
export function groupIndexOf(type: string): number {
  return GROUPS.findIndex(({ pattern }) => matchesType(pattern, type))
}
