import type { PagesContext } from '#features/pages/context'
import { readInTime } from '#features/pages/live-values'
import { recent } from '#features/space-weather/events/recent'
import type { EventKind, SolarEvent } from '#features/space-weather/events/solar-event'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

/** The path of the solar events. */
export const EVENTS = '/v1/events/recent'

/** The solar events of the last 7 days, newest first, and the kinds that are missing from them. */
export interface RecentEvents {
  readonly events: readonly SolarEvent[]
  readonly unavailable_kinds: readonly EventKind[]
}

/** Returns the events; `null` if the list fails or takes longer than 1.5 s. */
export async function readRecentEvents(call: EndpointCall<PagesContext>): Promise<RecentEvents | null> {
  return (await readInTime(recent, call)) ?? null
}
