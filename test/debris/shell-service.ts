import type { SpaceDataOptions } from '@space-data/core'
import type { ElementSet } from '@space-data/core/debris'
import { stoppedClock, type TestService, testService } from '../support/service.ts'
import { elementSets } from './night/element-sets.ts'

const ROOT = '/v1/shells'
export const NIGHT = '2026-11-21T03:17:00Z'
/** Two steps of 50 km from 1,400 km up, over the whole globe. */
export const PLAIN = { name: 'plain', altitude_min_km: 1_400, altitude_max_km: 1_500, altitude_step_km: 50 }

type Reply = Awaited<ReturnType<TestService['ask']>>

/** An account with one key, and what it sends to `/v1/shells`. */
interface ShellClient {
  readonly key: string
  send(method: string, path?: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Creates a custom shell and returns its data. */
  create(body?: object): Promise<Record<string, string>>
  /** Returns the data of a path. */
  read(path: string): Promise<Reply['json']>
}

interface ShellService extends TestService {
  clientOf(tier: string, account?: string): Promise<ShellClient>
  /** Runs the nightly job on some objects. */
  run(elements?: readonly ElementSet[]): Promise<void>
  /** Returns the first objects of a made-up catalogue, with elements of now. */
  objects(count: number): ElementSet[]
}

/** A service with clients of its custom shells, at night. */
export async function shellService(options: SpaceDataOptions = {}, clock = stoppedClock(NIGHT)) {
  const service = await testService(options, clock)
  const { base } = service.spaceData
  const objects = (count: number) => elementSets(count, clock.now().getTime())
  async function clientOf(tier: string, account?: string): Promise<ShellClient> {
    const { key } = await service.spaceData.keys.issue({ tier, label: 'test', ...(account && { account }) })
    const send: ShellClient['send'] = (method, path = '', body, headers = {}) => {
      const isText = typeof body === 'string' || body === undefined
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const sent = { 'x-api-key': key, ...type, ...headers }
      return service.ask(method, base + ROOT + path, sent, undefined, isText ? body : JSON.stringify(body))
    }
    return {
      key,
      send,
      create: async (body = {}) => (await send('POST', '', { ...PLAIN, ...body })).json.data,
      read: async (path) => (await send('GET', path)).json.data,
    }
  }
  async function run(elements: readonly ElementSet[] = objects(60)): Promise<void> {
    const fetchedAt = clock.now().getTime()
    const catalogue = { elementSets: elements, source: 'test catalogue', fetchedAt }
    await service.spaceData.jobs.shells.run({ catalogue })
  }
  return { ...service, clientOf, run, objects } satisfies ShellService
}
