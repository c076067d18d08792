import type { Endpoint, EndpointTable } from '#kernel/endpoint/endpoint'

/** Creates an empty table of endpoints. */
export function createEndpointTable(): EndpointTable {
  const gets = new Map<string, Endpoint>()
  let declared: readonly Endpoint[] = []
  let offered: readonly Endpoint[] = []
  return {
    fill(served, all = served) {
      declared = all
      offered = served
      for (const endpoint of served) if (endpoint.method === 'GET') gets.set(endpoint.path, endpoint)
    },
    get declared() {
      return declared
    },
    get offered() {
      return offered
    },
    find(path) {
      const endpoint = gets.get(path)
      if (!endpoint) throw new TypeError(`there is no path ${path}`)
      return endpoint
    },
  }
}
