import type { Endpoint } from '#endpoint/endpoint'
import { ownRequest } from '#endpoint/read-data'
import type { Context } from '#kit/context'

/** Loads the data that `/readyz` waits for, once; never rejects. */
export function loadFirstData(endpoints: readonly Endpoint[], context: Context): Promise<void> {
  return context.site.readiness.load(() => loadSpaceWeather(endpoints, context))
}

/** Loads what the space weather paths serve, from the store or the providers. */
function loadSpaceWeather(endpoints: readonly Endpoint[], context: Context): Promise<unknown> {
  const latest = endpoints.filter(({ path }) => /^\/v1\/space-weather\/\w+$/.test(path))
  return Promise.allSettled(
    latest.map(async (endpoint) =>
      endpoint.respond({ params: {}, request: ownRequest(endpoint.path), context, now: context.now() }),
    ),
  )
}
