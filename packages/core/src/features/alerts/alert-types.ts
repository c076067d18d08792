import type { AlertType } from '#features/alerts/alert-type'
import * as catalogue from '#features/alerts/types/catalogue'
import * as launches from '#features/alerts/types/launches'
import { noticeTypes } from '#features/alerts/types/notices'
import { crewChanged } from '#features/alerts/types/people'
import * as service from '#features/alerts/types/service'
import { passUpcoming } from '#features/alerts/types/sky'
import * as spaceWeather from '#features/alerts/types/space-weather'

/** Every type of alert, in the order of the documentation. */
export const alertTypes: readonly AlertType[] = [
  spaceWeather.stormStarted,
  spaceWeather.stormRaised,
  spaceWeather.stormEnded,
  spaceWeather.flare,
  spaceWeather.radiationStorm,
  spaceWeather.bzSouth,
  spaceWeather.auroraLikely,
  spaceWeather.cmeEarthDirected,
  spaceWeather.cmeArrivalChanged,
  ...Object.values(noticeTypes),
  launches.launchScheduled,
  launches.launchNetChanged,
  launches.launchStatusChanged,
  crewChanged,
  catalogue.elementsUpdated,
  catalogue.objectDecayed,
  catalogue.objectMissing,
  passUpcoming,
  catalogue.objectsAdded,
  catalogue.objectsRemoved,
  catalogue.debrisClusterAdded,
  catalogue.densityChanged,
  service.upstreamDown,
  service.upstreamRecovered,
  service.quota80,
  service.quota100,
  service.keyExpiring,
  service.webhookDisabled,
  service.webhookPing,
  service.pathDeprecated,
  service.jobFailed,
  service.storeFailed,
  service.storeRecovered,
]

/** Returns a type of alert by its name. */
export function findAlertType(type: string): AlertType | undefined {
  return alertTypes.find((each) => each.type === type)
}
