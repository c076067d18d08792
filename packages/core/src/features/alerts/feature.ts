import { type AlertJobs, createAlertJobs } from '#features/alerts/alert-jobs'
import type { AlertContext } from '#features/alerts/context'
import { listAlerts } from '#features/alerts/endpoints/alerts'
import { alertsAtom } from '#features/alerts/endpoints/atom'
import { referenceAlertTypes } from '#features/alerts/endpoints/ref-alert-types'
import { streamAlerts } from '#features/alerts/endpoints/stream'
import { createAlertServices } from '#features/alerts/services'
import type { AlertOptions, AlertStart } from '#features/alerts/settings'
import { repeatDetection } from '#features/alerts/watches/repeat-detection'
import { type CustomShellsPayloads, customShells } from '#features/custom-shells/feature'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import { type LaunchesPayloads, launches } from '#features/launches/feature'
import { type ObjectsPayloads, objects } from '#features/objects/feature'
import { type PassesPayloads, passes } from '#features/passes/feature'
import {
  type SpaceWeatherApi,
  type SpaceWeatherPayloads,
  spaceWeather,
} from '#features/space-weather/feature'
import { streamTickets } from '#features/stream-tickets/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { aList } from '#kernel/kit/option-rules'
import { stopAll } from '#kernel/kit/schedule'

const endpoints = [listAlerts, streamAlerts, alertsAtom, referenceAlertTypes] as const

/** Alerts: the log, its stream and its feed. */
export const alerts: Feature<AlertContext, AlertsPayloads, AlertsApi> = {
  name: 'alerts',
  needs: [streamTickets, spaceWeather, launches, objects, passes, debris, customShells],
  options: { alerts: aList('a list of { url, types }') },
  settings: ({ alerts = [] }: AlertOptions) => ({ operatorReceivers: alerts }),
  services: (context) => ({ alerts: createAlertServices(context, context.customShells) }),
  endpoints,
  api: (context) => ({ jobs: { alerts: createAlertJobs(context) } }),
  start: (context, { alerts = true }: AlertStart) => (alerts ? repeatDetection(context) : stopAll([])),
  records: async () => (await import('#features/alerts/records')).alertRecords,
  later: [
    () => import('#features/alerts/alerts-feed'),
    () => import('#features/alerts/watches/detect-alerts'),
  ],
}

/** Payloads by path, including the features that it needs. */
export interface AlertsPayloads
  extends PayloadsOf<typeof endpoints>,
    SpaceWeatherPayloads,
    LaunchesPayloads,
    ObjectsPayloads,
    PassesPayloads,
    DebrisPayloads,
    CustomShellsPayloads {}

/** Members that it and the features that it needs add to an instance. */
export type AlertsApi = SpaceWeatherApi &
  DebrisApi & {
    readonly jobs: {
      /** The detection of alerts. */
      readonly alerts: AlertJobs
    }
  }
