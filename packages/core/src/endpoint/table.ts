import type { Endpoint, EndpointTable } from '#endpoint/endpoint'

/** Creates an empty table of endpoints. */
export function createEndpointTable(): EndpointTable {
  const gets = new Map<string, Endpoint>()
  let all: readonly Endpoint[] = []
  return {
    fill(offered) {
      all = offered
      for (const endpoint of offered) if (endpoint.method === 'GET') gets.set(endpoint.path, endpoint)
    },
    get offered() {
      return all
    },
    find(path) {
      const endpoint = gets.get(path)
      if (!endpoint) throw new TypeError(`there is no path ${path}`)
      return endpoint
    },
  }
}
