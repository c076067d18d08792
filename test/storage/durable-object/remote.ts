import type { StoreBackend } from '@space-data/core'
import type { AtomicStore } from '@space-data/core/storage'
import { prefixedAdapter } from '../../../packages/core/src/adapters/shared/prefixed-adapter.ts'
import { type Call, type Outcome, toWire } from './calls.ts'

interface Waiting {
  readonly call: Call
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A backend in a Worker at `url`; calls of one turn of the event loop are sent together, in their order. */
export function remoteBackend(url: string): StoreBackend {
  let filling: Waiting[] | undefined
  const call = (...asked: Call) =>
    new Promise((resolve, reject) => {
      if (!filling) {
        filling = []
        setImmediate(send)
      }
      filling.push({ call: asked, resolve, reject })
    })
  const send = async () => {
    const batch = filling ?? []
    filling = undefined
    try {
      const body = toWire(batch.map(({ call }) => call))
      const post = () => fetch(url, { method: 'POST', body })
      let response = await post()
      // wrangler restarts the Worker when it sees a changed file: send the POST again.
      if (response.headers.has('retry-after')) response = await post()
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      const outcomes = (await response.json()) as Outcome[]
      batch.forEach(({ resolve, reject }, i) => {
        const { value, error } = outcomes[i] ?? { error: 'no answer' }
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const atomic = Object.fromEntries(
    ['add', 'raise', 'subtract', 'setIfAbsent', 'compareAndSwap', 'count', 'get'].map((method) => [
      method,
      (...args: unknown[]) => call('atomic', method, args),
    ]),
  ) as unknown as AtomicStore
  const place = prefixedAdapter('', {
    get: (key) => call('adapter', 'get', [key]) as Promise<never>,
    set: (key, value, ttlMs) => call('adapter', 'set', [key, value, ttlMs]),
    delete: (key) => call('adapter', 'delete', [key]) as Promise<boolean>,
    keys: (prefix) => call('backend', 'keys', [prefix]) as Promise<string[]>,
  })
  return { ...place, description: 'Durable Objects in workerd', atomic, close: async () => {} }
}
