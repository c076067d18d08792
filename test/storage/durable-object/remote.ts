import { underPrefix } from '../../../packages/core/src/backends/under-prefix.ts'
import type { Backend } from '../../../packages/core/src/store/backend.ts'
import type { Counters } from '../../../packages/core/src/store/counters.ts'
import { type Call, type Outcome, toWire } from './calls.ts'

interface Waiting {
  readonly call: Call
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** A backend in a Worker at `url`; what is called within one turn of the event loop travels together, and in its order. */
export function remoteBackend(url: string): Backend {
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
      // wrangler thought that a file of the worker had changed: it restarts it, and a POST is ours to send again.
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
  const counters = Object.fromEntries(
    ['take', 'raise', 'giveBack', 'claim', 'swap', 'used', 'holder'].map((method) => [
      method,
      (...args: unknown[]) => call('counters', method, args),
    ]),
  ) as unknown as Counters
  const place = underPrefix('', {
    get: (key) => call('adapter', 'get', [key]) as Promise<never>,
    set: (key, value, ttlMs) => call('adapter', 'set', [key, value, ttlMs]),
    delete: (key) => call('adapter', 'delete', [key]) as Promise<boolean>,
    keys: (prefix) => call('backend', 'keys', [prefix]) as Promise<string[]>,
  })
  return { ...place, description: 'Durable Objects in workerd', counters, close: async () => {} }
}
