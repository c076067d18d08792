import type { EndpointCall } from '#endpoint/endpoint'
import type { SiteContext } from '#site/context'
import { readInTime } from '#site/live-values'
import { recent } from '#space-weather/events/endpoints/recent'
import type { EventKind, SolarEvent } from '#space-weather/events/solar-event'

/** The path of the solar events. */
export const EVENTS = '/v1/events/recent'

/** The solar events of the last 7 days, newest first, and the kinds that are missing from them. */
export interface RecentEvents {
  readonly events: readonly SolarEvent[]
  readonly unavailable_kinds: readonly EventKind[]
}

/** Returns the events; `null` if the list fails or takes longer than 1.5 s. */
export async function readRecentEvents(call: EndpointCall<SiteContext>): Promise<RecentEvents | null> {
  return (await readInTime(recent, call)) ?? null
}
