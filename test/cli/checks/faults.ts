import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CheckGroup } from '../../../packages/cli/src/doctor/check.ts'
import { issuance } from '../../../packages/cli/src/doctor/groups/issuance.ts'
import { checkGroups, runChecks } from '../../../packages/cli/src/doctor/run-checks.ts'
import { findSignatureFault } from '../../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../../packages/cli/src/doctor/target.ts'
import { TIER } from '../../support/tier.ts'
import { type CacheResult, edited, type Fault, type StandIn, standIn } from '../stand-in.ts'

/** The stand-in of the importing test file. */
export let server: StandIn
beforeAll(async () => {
  server = await standIn()
})
afterAll(() => server.close())

/** Expects that exactly these checks of the groups fail, for each of the faults. All checks: `pnpm soak`. */
export function expectFailedChecks(
  groups: readonly CheckGroup[],
  names: readonly string[],
  faults: Readonly<Record<string, Fault>>,
): void {
  it.each(Object.entries(faults))('%s', { timeout: 60_000 }, async (_, fault) => {
    expect(await failedChecks(fault, groups)).toEqual(names)
    if (TIER === 'soak') expect(await failedChecks(fault)).toEqual(expect.arrayContaining([...names]))
  })
}

/** Returns the ids of the checks that fail with a fault. */
async function failedChecks(fault: Fault, groups: readonly CheckGroup[] = checkGroups) {
  server.breakBy(fault)
  const issueKey = groups !== checkGroups && groups.includes(issuance)
  const target = new Target(server.url, {
    ...(!issueKey && { key: server.key }),
    pauseMs: 20,
    findSignatureFault,
  })
  const results = await runChecks(target, { groups, issueKey })
  return results.filter(({ state }) => state === 'failed').map(({ id }) => id)
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
/** Edits the body, whose bytes are the characters. */
export const text =
  (when: (served: CacheResult) => boolean, edit: (body: string) => string): Fault =>
  (served) => {
    if (when(served)) served.body = edit(served.body)
  }
/** Replaces a part of a header. */
export const patch =
  (name: string, part: RegExp, value: string): Fault =>
  ({ headers }) =>
    headers.has(name) && headers.set(name, String(headers.get(name)).replace(part, value))
export const failing = ({ status }: CacheResult) => status >= 400
export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

export const KP = '/v1/space-weather/kp'
export const TLE = '/v1/tle/stations'
