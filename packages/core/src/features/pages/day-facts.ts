import type { InferOutput } from 'valibot'
import type { TypedEndpoint } from '#endpoint/data-endpoint'
import type { EndpointCall } from '#endpoint/endpoint'
import type { SiteContext } from '#site/context'
import { readInTime } from '#site/live-values'
import { aIndex } from '#space-weather/endpoints/a-index'
import { electrons } from '#space-weather/endpoints/electrons'
import { flux } from '#space-weather/endpoints/flux'
import { kpGfz } from '#space-weather/endpoints/kp-gfz'
import { notices } from '#space-weather/endpoints/notices'
import { outlook } from '#space-weather/endpoints/outlook'
import { probabilities } from '#space-weather/endpoints/probabilities'
import { regions } from '#space-weather/endpoints/regions'
import { scales } from '#space-weather/endpoints/scales'
import { sunspots } from '#space-weather/endpoints/sunspots'
import { arrivals } from '#space-weather/events/endpoints/arrivals'

/** The endpoints of the data shown beside the live values. */
const ENDPOINTS = {
  kpGfz,
  flux,
  sunspots,
  aIndex,
  electrons,
  probabilities,
  regions,
  scales,
  outlook,
  notices,
  arrivals,
} as const

/** The day in numbers and NOAA's forecast; omits data that fail or take longer than 1.5 s. */
export type DayFacts = {
  readonly [Name in keyof typeof ENDPOINTS]?: InferOutput<(typeof ENDPOINTS)[Name]['data']> | undefined
}

/** Reads the facts of the day through the caches of their endpoints. */
export async function readDayFacts(call: EndpointCall<SiteContext>): Promise<DayFacts> {
  const reads = Object.entries(ENDPOINTS).map(
    async ([name, endpoint]) =>
      [name, await readInTime(endpoint as TypedEndpoint<string, unknown>, call)] as const,
  )
  return Object.fromEntries(await Promise.all(reads)) as DayFacts
}
