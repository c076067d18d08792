import type { LoggedAlert } from '#alerts/alert'
import { matchesType } from '#alerts/alert-type'

/** The groups of public alerts by pattern of their types, in the order of the page. */
const GROUPS = {
  'geomagnetic.*': 'Geomagnetic storms',
  'solar.flare': 'Solar flares',
  'solar.radiation_storm': 'Radiation storms',
  'solar_wind.*': 'Solar wind',
  'cme.*': 'Coronal mass ejections',
  'swpc.*': 'NOAA’s notices',
  'launch.*': 'Launches',
  'crew.*': 'People in space',
  'catalogue.*': 'Catalogue',
  'upstream.*': 'Data feeds',
  'path.*': 'This API',
} as const

/** A group of alerts with its name. */
export interface AlertGroup {
  readonly name: string
  readonly alerts: readonly LoggedAlert[]
}

/** Sorts alerts into their groups; empty groups are included. */
export function groupAlerts(alerts: readonly LoggedAlert[]): readonly AlertGroup[] {
  return Object.entries(GROUPS).map(([pattern, name]) => ({
    name,
    alerts: alerts.filter(({ type }) => matchesType(pattern, type)),
  }))
}

/** Returns the name of the group of a type. */
export function groupNameOf(type: string): string {
  return Object.entries(GROUPS).find(([pattern]) => matchesType(pattern, type))?.[1] ?? type
}
