import { memory, type SpaceDataOptions } from '@space-data/core'
import type { ElementSet } from '@space-data/core/debris'
import { quickPool } from '../debris/night/support.ts'
import { stoppedClock, testService } from '../support/service.ts'

export const NIGHT = '2026-11-21T03:17:00Z'
export const PATH = '/shell/objects'

/** A service whose catalogues the test makes up, and a client of the tier Shell Basic. */
export async function feedService(options: SpaceDataOptions = {}) {
  const clock = stoppedClock(NIGHT)
  const service = await testService({ store: memory(), ...options }, clock)
  const { key } = await service.spaceData.keys.issue({ tier: 'shell_basic', label: 'feed' })
  const run = async (elementSets: readonly ElementSet[]) => {
    const catalogue = { elementSets, source: 'test catalogue', fetchedAt: clock.now().getTime() }
    const { runId } = await service.spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
    return runId
  }
  const get = (query = '', headers: Record<string, string> = {}) =>
    service.ask('GET', PATH + query, { 'x-api-key': key, ...headers })
  /** The response itself, which is read by the test, not held against the document. */
  const open = (query: string, method = 'GET') =>
    service.spaceData.handle(
      new Request(`http://test${PATH}${query}`, { method, headers: { 'x-api-key': key } }),
    )
  return { ...service, key, run, get, open }
}

export function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
