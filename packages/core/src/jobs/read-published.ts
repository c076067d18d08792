import { ignoreWaitUntil } from '#cache/snapshots'
import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import type { Representation } from '#declare/representation'
import { Problem } from '#problem'
import { isStoreFailure } from '#store/store-failure'

/** A payload as clients read it, and when it was fetched. */
interface Published<Data> {
  readonly data: Data
  /** ISO 8601 UTC. */
  readonly fetched_at: string
}

/** Reads what is published at a path, in the name of an account if one is given. */
export type ReadPublished = <Data>(
  path: string,
  params?: Readonly<Record<string, unknown>>,
  account?: string,
) => Promise<Published<Data>>

/** Payloads by representation: most are read many times before they change. */
const parsed = new WeakMap<Representation, Published<unknown>>()

/**
 * Creates a reader of payloads. It reads as a client's request does, through the cache, and so within the
 * providers' budgets; a mirror reads its copies. What it reads throws the Problems that clients get.
 */
export function createReader(endpoints: readonly Endpoint[], context: Context): ReadPublished {
  return async <Data>(path: string, params: Readonly<Record<string, unknown>> = {}, account?: string) => {
    const endpoint = endpoints.find((each) => each.path === path && each.method === 'GET')
    if (!endpoint) throw new TypeError(`there is no path ${path}`)
    const request = { method: 'GET', target: path, header: () => null, waitUntil: ignoreWaitUntil }
    const reply = await endpoint.respond({ params, request, context, now: context.now(), account })
    if (!('snapshot' in reply)) throw new TypeError(`${path} is not a snapshot`)
    return parse<Data>(reply.snapshot.value)
  }
}

function parse<Data>(representation: Representation): Published<Data> {
  const known = parsed.get(representation)
  const published = known ?? JSON.parse(new TextDecoder().decode(representation.body))
  parsed.set(representation, published)
  return published
}

/** Returns `undefined` where reading fails as it may fail for a client; throws any other error. */
export async function readOrNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isOurs = !(error instanceof Problem) || error.status === 500 || isStoreFailure(error)
    if (isOurs) throw error
    return undefined
  }
}
