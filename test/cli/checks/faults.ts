import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChecks } from '../../../packages/cli/src/checks/run-checks.ts'
import { Target } from '../../../packages/cli/src/checks/target.ts'
import { type CacheResult, edited, type Fault, type StandIn, standIn } from '../stand-in.ts'

/** The stand-in of the importing test file. */
export let server: StandIn
beforeAll(async () => {
  server = await standIn()
})
afterAll(() => server.close())

/** A fault and exactly the checks that must fail. */
export type FaultCase = readonly [what: string, fault: Fault, names: readonly string[]]

export function expectFailedChecks(faults: readonly FaultCase[]): void {
  it.each(faults)('%s', { timeout: 20_000 }, async (_, fault, names) => {
    expect(await failedChecks(fault)).toEqual(names)
  })
}

/** Returns the ids of the checks that fail with a fault. */
export async function failedChecks(fault: Fault, issueKey = false): Promise<string[]> {
  server.breakBy(fault)
  const target = new Target(server.url, { ...(!issueKey && { key: server.key }), pauseMs: 20 })
  const findings = await runChecks(target, { issueKey })
  return findings.filter(({ state }) => state === 'failed').map(({ id }) => id)
}

export const keyed = ({ headers }: CacheResult) => headers.get('vary')?.includes('Authorization') === true
export const drop =
  (name: string, when: (served: CacheResult) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.delete(name)
export const put =
  (name: string, value: string, when: (served: CacheResult) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.set(name, value)
export const status =
  (code: number, when: (served: CacheResult) => boolean): Fault =>
  (served) => {
    if (when(served)) served.status = code
  }
export const error =
  (code: number, name: string, when: (served: CacheResult) => boolean): Fault =>
  (served) => {
    if (!when(served)) return
    served.status = code
    served.headers.set('content-type', 'application/json; charset=utf-8')
    served.headers.set('cache-control', 'no-store')
    for (const name of ['etag', 'cache-status', 'vary', 'content-security-policy'])
      served.headers.delete(name)
    if (code === 401) served.headers.set('www-authenticate', 'Bearer')
    if (code > 500 || name === 'shell_not_populated') served.headers.set('retry-after', '45')
    served.body = JSON.stringify({ error: name, message: 'So it is.' })
  }
export const at =
  (path: string) =>
  (served: CacheResult): boolean =>
    served.path.split('?')[0] === path
export const json =
  (path: string, edit: Parameters<typeof edited>[1]): Fault =>
  (served) =>
    at(path)(served) && edited(served, edit)
export const failing = ({ status }: CacheResult) => status >= 400
export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

export const KP = '/v1/space-weather/kp'
export const TLE = '/v1/tle/stations'
