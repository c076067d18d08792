import { createSpaceData, type StoreBackend, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch } from '@space-data/sample'
import { plenty } from '../support/service.ts'

/**
 * What is left of every limited day when it begins: all the rest counts as used by processes that we do not
 * see.
 */
export const LEFT = 9

/** How an instance answered; the RateLimit field is read, and `undefined` where there is none. */
export interface Reply {
  readonly status: number
  readonly error: string | undefined
  readonly retryAfter: number | undefined
  readonly rate: { readonly remaining: number; readonly resetSeconds: number } | undefined
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several shapes, each looked at by one command
  readonly json: any
}

interface Asking {
  readonly method?: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly ip?: string
  readonly body?: string
}

/**
 * The real thing: two instances on one store and one clock. Launch Library never answers, the others always
 * do.
 */
export interface World {
  readonly instances: readonly [WholeSpaceData, WholeSpaceData]
  readonly time: { at: number }
  /** Plaintext keys in the order of their issue; the model knows them by their place. */
  readonly keys: string[]
  /** A key without a limit, known to no command: for what must be asked between them. */
  readonly watch: { readonly id: string; readonly key: string }
  readonly tally: { commands: number; requests: number }
  ask(instance: number, path: string, asking?: Asking): Promise<Reply>
  /** Sets the clock and asks both instances something countable, so that both have seen what it shows. */
  setClock(at: number): Promise<void>
  close(): Promise<void>
}

export async function openWorld(backend: StoreBackend, at: number, tally: World['tally']): Promise<World> {
  const time = { at }
  const now = () => new Date(time.at)
  const sample = sampleFetch(now)
  const open = () =>
    createSpaceData({
      features: everything,
      store: withShortDays(backend),
      now,
      fetch: async (input, init) => {
        if (String(input).includes('/launches/')) throw new TypeError('this provider is down')
        return sample(input, init)
      },
      limits: plenty,
      onError: () => {},
    })
  const instances = [open(), open()] as const
  const watch = await instances[0].keys.issue({ tier: 'enterprise', label: 'watch' })

  const world: World = {
    instances,
    time,
    keys: [],
    watch: { id: watch.record.id, key: watch.key },
    tally,
    async ask(instance, path, { method = 'GET', headers = [], ip = '192.0.2.1', body } = {}) {
      tally.requests += 1
      const list = new Headers()
      for (const [name, value] of headers) list.append(name, value)
      const request = new Request(`http://space-data.test${path}`, {
        method,
        headers: list,
        ...(body !== undefined && { body }),
      })
      return replyOf(await instances[instance]!.handle(request, { ip }))
    },
    async setClock(at) {
      time.at = at
      const headers = [['x-api-key', watch.key]] as const
      for (const instance of [0, 1]) await world.ask(instance, '/shell/density/400', { headers })
    },
    close: () => backend.close(),
  }
  await world.setClock(at)
  return world
}

/**
 * A backend on which a limited day has `LEFT` requests left when it begins, so that a few commands use it up.
 */
function withShortDays(backend: StoreBackend): StoreBackend {
  const { atomic } = backend
  return {
    ...backend,
    atomic: {
      ...atomic,
      async add(key, limit, until, now, times) {
        const gone = key.startsWith('quota:') && limit < Number.MAX_SAFE_INTEGER ? limit - LEFT : 0
        const { added, count } = await atomic.add(key, limit - gone, until, now, times)
        return { added, count: count + gone }
      },
    },
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response
  const text = await response.text()
  const json = text && headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {}
  const [, r, t] = /^"day";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  const retryAfter = headers.get('retry-after')
  return {
    status,
    error: json.error,
    retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    rate: r === undefined ? undefined : { remaining: Number(r), resetSeconds: Number(t) },
    json,
  }
}
