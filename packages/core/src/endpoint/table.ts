import type { Endpoint } from '#endpoint/endpoint'

/** The endpoints of an instance. Its services exist before them, so the table is filled once they are made. */
export class EndpointTable {
  #offered: readonly Endpoint[] = []
  readonly #gets = new Map<string, Endpoint>()

  /** Fills the table with the endpoints that the instance offers, as it serves them. */
  fill(offered: readonly Endpoint[]): void {
    this.#offered = offered
    for (const endpoint of offered) if (endpoint.method === 'GET') this.#gets.set(endpoint.path, endpoint)
  }

  get offered(): readonly Endpoint[] {
    return this.#offered
  }

  /**
   * Returns the GET endpoint of a path as this instance serves it: on a mirror, from its copies.
   *
   * @throws TypeError if the instance does not offer it.
   */
  find(path: string): Endpoint {
    const endpoint = this.#gets.get(path)
    if (!endpoint) throw new TypeError(`there is no path ${path}`)
    return endpoint
  }
}
