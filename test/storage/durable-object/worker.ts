// The backend over Durable Objects, at work in workerd; a test outside calls it through the list of calls
// that it posts.

import { durableObjects } from '../../../packages/core/src/adapters/durable-object/index.ts'
import type { StoreBackend } from '../../../packages/core/src/kernel/storage/backend.ts'
import { type Call, fromWire, type Outcome } from './calls.ts'

export { SpaceDataStore } from '../../../packages/core/src/adapters/durable-object/index.ts'

type Namespace = Parameters<typeof durableObjects<string>>[0]

export default {
  /** The path names a place of its own, new and empty. */
  async fetch(request: Request, { STORE }: { STORE: Namespace }): Promise<Response> {
    const { pathname } = new URL(request.url)
    const place = { ...methodsOf(STORE), idFromName: (name: string) => STORE.idFromName(pathname + name) }
    const backend = durableObjects(place)
    const calls = fromWire(await request.text()) as Call[]
    return Response.json(await Promise.all(calls.map((call) => outcomeOf(backend, call))))
  },
}

function methodsOf(namespace: Namespace): Namespace {
  return { idFromName: (name) => namespace.idFromName(name), get: (id) => namespace.get(id) }
}

async function outcomeOf(backend: StoreBackend, [part, method, args]: Call): Promise<Outcome> {
  const target = (part === 'backend' ? backend : backend[part]) as unknown as Record<string, Method>
  try {
    const given = target[method]?.(...args.map((arg) => arg ?? undefined))
    // What a stub gives can be awaited and is no Promise: the pipeline would take it for the value itself.
    if (!(given instanceof Promise)) throw new TypeError(`${part}.${method} gave no Promise`)
    return { value: await given }
  } catch (error) {
    return { error: String(error) }
  }
}

type Method = (...args: unknown[]) => unknown
