import type { AlertType } from '#alerts/alert-type'
import * as catalogue from '#alerts/types/catalogue'
import * as launches from '#alerts/types/launches'
import { noticeTypes } from '#alerts/types/notices'
import { crewChanged } from '#alerts/types/people'
import * as service from '#alerts/types/service'
import { passUpcoming } from '#alerts/types/sky'
import * as spaceWeather from '#alerts/types/space-weather'

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
