import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { RawRequest } from '#declare/http-message'
import { probe, succeeded } from '#endpoints/probe'
import { readinessOf } from '#readiness'

/** Whether the instance should be sent requests. A load balancer leaves out one that should not. */
export function readyz(table: () => readonly Endpoint[]): Endpoint {
  return probe({
    path: '/readyz',
    operationId: 'getReadiness',
    summary: 'Whether the instance should be sent requests',
    description:
      '503 `not_ready` while the store does not answer, while the first space weather is being loaded, and ' +
      'while the instance is stopping. A provider that fails does not make it unready. For load balancers.',
    problems: ['not_ready'],
    async respond({ context }) {
      await readinessOf(context).check(() => loadSpaceWeather(table(), context))
      return succeeded()
    },
  })
}

/** Loads what the space weather paths serve, from the store or the providers. */
function loadSpaceWeather(endpoints: readonly Endpoint[], context: Context): Promise<unknown> {
  const latest = endpoints.filter(({ path }) => /^\/v1\/space-weather\/\w+$/.test(path))
  return Promise.allSettled(
    latest.map(async (endpoint) =>
      endpoint.respond({ params: {}, request: requestOf(endpoint), context, now: context.now() }),
    ),
  )
}

function requestOf({ method, path }: Endpoint): RawRequest {
  return { method, target: path, header: () => null, waitUntil: () => {} }
}
