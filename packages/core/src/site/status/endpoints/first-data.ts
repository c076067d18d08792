import type { Endpoint } from '#endpoint/endpoint'
import { ownRequest } from '#endpoint/read-data'
import type { Context } from '#kit/context'
import { SERVED_QUANTITIES } from '#site/live-values'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(endpoints: readonly Endpoint[], context: Context): Promise<void> {
  return context.site.readiness.load(() => loadSpaceWeather(endpoints, context))
}

/** Loads the newest measurements, from the store or the providers. */
function loadSpaceWeather(endpoints: readonly Endpoint[], context: Context): Promise<unknown> {
  const paths = new Set(SERVED_QUANTITIES.map(({ path }) => path))
  const latest = endpoints.filter(({ path }) => paths.has(path))
  return Promise.allSettled(
    latest.map(async (endpoint) =>
      endpoint.respond({ params: {}, request: ownRequest(endpoint.path), context, now: context.now() }),
    ),
  )
}
