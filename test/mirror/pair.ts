import { createSpaceData, type SpaceDataOptions, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { mirrorOf } from '@space-data/core/mirror'
import type { Clock } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'

/** An instance in this process that another can take for its central one. */
export interface Central {
  readonly spaceData: WholeSpaceData
  readonly key: string
  /** What it was asked, in order. */
  readonly asked: Request[]
  /** How the network between the two is; `undefined` is well. */
  network: ((request: Request) => Response | Promise<Response>) | undefined
  readonly fetch: typeof fetch
  /** As a client that needs no mirror asks it. */
  get(path: string): Promise<{ status: number; headers: Headers; text: string }>
}

export const CENTRAL = 'https://central.test'

export async function centralOn(clock: Clock, options: SpaceDataOptions = {}): Promise<Central> {
  const spaceData = createSpaceData({
    features: everything,
    fetch: shortSample(clock.now),
    now: clock.now,
    onError: () => {},
    hapi: true,
    limits: { referencePerMinute: 100_000 },
    ...options,
  })
  return before(spaceData)
}

/** What stands before an instance: it counts, and it can fail. */
export async function before(spaceData: WholeSpaceData): Promise<Central> {
  const { key } = await spaceData.keys.issue({ tier: 'hobby', label: 'mirror' })
  const central: Central = {
    spaceData,
    key,
    asked: [],
    network: undefined,
    async get(path) {
      const request = new Request(`${CENTRAL}${path}`, { headers: { 'x-api-key': key } })
      const response = await spaceData.handle(request, { ip: '192.0.2.8' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      central.asked.push(request)
      return central.network ? central.network(request) : spaceData.handle(request, { ip: '192.0.2.7' })
    },
  }
  return central
}

export interface Mirror {
  readonly spaceData: WholeSpaceData
  readonly errors: unknown[]
  readonly key: string
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; text: string }>
}

/** A mirror of that central instance, which it reaches by its own `fetch` if none is given. */
export async function openMirror(
  central: Pick<Central, 'key'> & Partial<Pick<Central, 'fetch'>>,
  clock: Clock,
  options: Partial<SpaceDataOptions> = {},
): Promise<Mirror> {
  const errors: unknown[] = []
  const spaceData = createSpaceData({
    features: everything,
    ...(central.fetch && { fetch: central.fetch }),
    now: clock.now,
    onError: (error) => errors.push(error),
    mirror: mirrorOf({ origin: CENTRAL, key: () => central.key }),
    hapi: true,
    limits: { referencePerMinute: 100_000 },
    ...options,
  })
  const { key } = await spaceData.keys.issue({ tier: 'hobby', label: 'client' })
  return {
    spaceData,
    errors,
    key,
    async get(path, headers = {}) {
      const request = new Request(`http://mirror.test${path}`, { headers: { 'x-api-key': key, ...headers } })
      const response = await spaceData.handle(request, { ip: '192.0.2.9' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}
