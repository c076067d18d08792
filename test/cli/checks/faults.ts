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

/**
 * Expects that each fault fails exactly the checks before the colon of its name, of their groups and of those
 * that make the requests. All checks: `pnpm soak`.
 */
export function expectFaultsFound(faults: Readonly<Record<string, Fault>>, ...besides: CheckGroup[]): void {
  it.each(Object.entries(faults))('%s', { timeout: 240_000 }, async (name, fault) => {
    const ids = name.split(': ', 1).flatMap((part) => part.split(' + '))
    const groups = checkGroups.filter(
      (group) => besides.includes(group) || group.checks.some(({ id }) => ids.includes(id)),
    )
    expect(await failedChecks(fault, groups)).toEqual(ids)
    if (TIER === 'soak') expect(await failedChecks(fault)).toEqual(expect.arrayContaining(ids))
  })
}

/** Returns the ids of the checks that fail with a fault. */
export async function failedChecks(fault: Fault, groups: readonly CheckGroup[] = checkGroups) {
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
/** What a body or a part of it may be. */
type Part = Parameters<Parameters<typeof edited>[1]>[0]

/** Sets a member, such as `data.launches.-1.net`. */
export const set = (path: string, member: string, value: unknown): Fault => change(path, member, () => value)
export const change = (path: string, member: string, edit: (former: Part) => unknown): Fault =>
  json(path, (body) => {
    const [holder, name] = find(body, member)
    holder[name] = edit(holder[name])
  })
export const unset = (path: string, member: string): Fault =>
  json(path, (body) => {
    const [holder, name] = find(body, member)
    delete holder[name]
  })
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

/** Finds the object or list that has a member, and its name there. */
function find(body: Part, member: string): [holder: Part, name: string] {
  const names = member.split('.')
  const last = names.pop() ?? ''
  return [names.reduce((holder, name) => (name === '-1' ? holder.at(-1) : holder[name]), body), last]
}
