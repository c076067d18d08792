import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { readInTime } from '#site/live-values'

/** The path of the launches. */
export const LAUNCHES = '/v1/launches/upcoming'

/** A launch that is still to come. */
export interface NextLaunch {
  readonly name: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Whether `at` is known to the hour or better. Otherwise it only names a day or a longer period. */
  readonly isExact: boolean
}

/** The payload of the path, as far as pages need it. */
interface UpcomingLaunches {
  readonly launches: readonly {
    readonly name: string
    readonly net: string
    readonly net_precision: string | null
  }[]
}

const EXACT: readonly (string | null)[] = ['second', 'minute', 'hour']

/** Returns the launches to come, soonest first; `null` if the list fails or takes longer than 1.5 s. */
export async function readNextLaunches(
  table: readonly Endpoint[],
  call: EndpointCall,
): Promise<readonly NextLaunch[] | null> {
  const upcoming = await readInTime<UpcomingLaunches>(table, LAUNCHES, {}, call)
  const now = call.context.now()
  const launches = upcoming?.launches.map(({ name, net, net_precision }) => {
    return { name, at: Date.parse(net), isExact: EXACT.includes(net_precision) }
  })
  return launches?.filter(({ at }) => at > now) ?? null
}
