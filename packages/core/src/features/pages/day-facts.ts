import type { InferOutput } from 'valibot'
import type { PagesContext } from '#features/pages/context'
import { readInTime } from '#features/pages/live-values'
import { outlook } from '#features/space-weather/bulletins/outlook'
import { arrivals } from '#features/space-weather/events/arrivals'
import { electrons } from '#features/space-weather/goes/electrons'
import { aIndex } from '#features/space-weather/kp/a-index'
import { kpGfz } from '#features/space-weather/kp/kp-gfz'
import { notices } from '#features/space-weather/notices/notices'
import { scales } from '#features/space-weather/scales/scales'
import { flux } from '#features/space-weather/solar/flux'
import { probabilities } from '#features/space-weather/solar/probabilities'
import { regions } from '#features/space-weather/solar/regions'
import { sunspots } from '#features/space-weather/solar/sunspots'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

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
export async function readDayFacts(call: EndpointCall<PagesContext>): Promise<DayFacts> {
  const reads = Object.entries(ENDPOINTS).map(
    async ([name, endpoint]) =>
      [name, await readInTime(endpoint as TypedEndpoint<string, unknown>, call)] as const,
  )
  return Object.fromEntries(await Promise.all(reads)) as DayFacts
}
