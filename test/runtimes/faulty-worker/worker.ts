// The example itself, on objects that a test can make fail: `/__fault?object=7&fault=throws`, `&fault=` to
// heal it, and without `fault` how often it was called since.
import './short-patience.ts'
import { env } from 'cloudflare:workers'
import { SpaceDataStore as Store } from '../../../packages/core/src/adapters/durable-object/index.ts'
import worker from '../plain-worker/worker.ts'

type Fault = '' | 'throws' | 'slow' | 'hangs'

const CALLS = [
  'read',
  'write',
  'remove',
  'list',
  'add',
  'raise',
  'subtract',
  'setIfAbsent',
  'compareAndSwap',
  'count',
  'get',
] as const

export class SpaceDataStore extends Store {
  #fault: Fault = ''
  #calls = 0

  /** Sets the fault, and gives how often the object was called since it was last set. */
  setFault(fault: Fault): number {
    const calls = this.#calls
    this.#fault = fault
    this.#calls = 0
    return calls
  }

  calls(): number {
    return this.#calls
  }

  async trouble(): Promise<void> {
    this.#calls += 1
    if (this.#fault === 'throws') throw new Error('the object is broken')
    if (this.#fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 600))
    if (this.#fault === 'hangs') await new Promise((resolve) => setTimeout(resolve, 30_000))
  }
}

for (const call of CALLS) {
  const real = Store.prototype[call] as (...args: unknown[]) => unknown
  Object.defineProperty(SpaceDataStore.prototype, call, {
    async value(this: SpaceDataStore, ...args: unknown[]) {
      await this.trouble()
      return real.apply(this, args)
    },
  })
}

interface Namespace {
  idFromName(name: string): unknown
  get(id: unknown): { setFault(fault: string): Promise<number>; calls(): Promise<number> }
}

export default {
  ...worker,
  async fetch(request: Request, ...rest: unknown[]) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/__fault')
      return (worker.fetch as (...args: unknown[]) => Promise<Response>)(request, ...rest)
    const { STORE } = env as unknown as { STORE: Namespace }
    const object = STORE.get(STORE.idFromName(`store ${searchParams.get('object')}`))
    const fault = searchParams.get('fault')
    return Response.json(await (fault === null ? object.calls() : object.setFault(fault)))
  },
}
