import type { arrivals } from '#catalogue/events/endpoints/arrivals'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import type { PayloadsOf } from '#endpoint/payloads'
import { readInTime } from '#site/live-values'
import type { aIndex } from '#space-weather/endpoints/a-index'
import type { electrons } from '#space-weather/endpoints/electrons'
import type { flux } from '#space-weather/endpoints/flux'
import type { kpGfz } from '#space-weather/endpoints/kp-gfz'
import type { notices } from '#space-weather/endpoints/notices'
import type { outlook } from '#space-weather/endpoints/outlook'
import type { probabilities } from '#space-weather/endpoints/probabilities'
import type { regions } from '#space-weather/endpoints/regions'
import type { scales } from '#space-weather/endpoints/scales'
import type { sunspots } from '#space-weather/endpoints/sunspots'

/** The paths of the data shown beside the live values. */
const PATHS = {
  kpGfz: '/v1/space-weather/kp/gfz',
  flux: '/v1/space-weather/flux',
  sunspots: '/v1/space-weather/sunspots',
  aIndex: '/v1/space-weather/a-index',
  electrons: '/v1/space-weather/electrons',
  probabilities: '/v1/space-weather/probabilities',
  regions: '/v1/space-weather/regions',
  scales: '/v1/space-weather/scales',
  outlook: '/v1/space-weather/outlook',
  notices: '/v1/space-weather/notices',
  arrivals: '/v1/space-weather/arrivals',
} as const

type Payloads = PayloadsOf<
  readonly [
    typeof kpGfz,
    typeof flux,
    typeof sunspots,
    typeof aIndex,
    typeof electrons,
    typeof probabilities,
    typeof regions,
    typeof scales,
    typeof outlook,
    typeof notices,
    typeof arrivals,
  ]
>

/** The day in numbers and NOAA's forecast; omits data that fail or take longer than 1.5 s. */
export type DayFacts = { readonly [Name in keyof typeof PATHS]?: Payloads[(typeof PATHS)[Name]] | undefined }

/** Reads the facts of the day through the caches of their paths. */
export async function readDayFacts(table: readonly Endpoint[], call: EndpointCall): Promise<DayFacts> {
  const reads = Object.entries(PATHS).map(
    async ([name, path]) => [name, await readInTime(table, path, {}, call)] as const,
  )
  return Object.fromEntries(await Promise.all(reads)) as DayFacts
}
