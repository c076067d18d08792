import { afterAll, beforeAll, expect, it } from 'vitest'
import { examine } from '../../../packages/cli/src/doctor/examine.ts'
import { Patient } from '../../../packages/cli/src/doctor/patient.ts'
import { edited, type Fault, type Served, type StandIn, standIn } from '../stand-in.ts'

/** The stand-in of the test file that imports this. */
export let server: StandIn
beforeAll(async () => {
  server = await standIn()
})
afterAll(() => server.close())

/** What is put in, and the checks that must name it: those and no others. */
export type NamedFault = readonly [what: string, fault: Fault, names: readonly string[]]

export function namedOneByOne(faults: readonly NamedFault[]): void {
  it.each(faults)('%s', { timeout: 20_000 }, async (_, fault, names) => {
    expect(await brokenBy(fault)).toEqual(names)
  })
}

/** The ids of the checks that are broken by a fault. */
export async function brokenBy(fault: Fault, issueKey = false): Promise<string[]> {
  server.breakBy(fault)
  const patient = new Patient(server.url, { ...(!issueKey && { key: server.key }), pauseMs: 20 })
  const findings = await examine(patient, { issueKey })
  return findings.filter(({ state }) => state === 'broken').map(({ id }) => id)
}

export const keyed = ({ headers }: Served) => headers.get('vary')?.includes('Authorization') === true
export const drop =
  (name: string, when: (served: Served) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.delete(name)
export const put =
  (name: string, value: string, when: (served: Served) => boolean = () => true): Fault =>
  (served) =>
    when(served) && served.headers.set(name, value)
export const status =
  (code: number, when: (served: Served) => boolean): Fault =>
  (served) => {
    if (when(served)) served.status = code
  }
export const error =
  (code: number, name: string, when: (served: Served) => boolean): Fault =>
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
  (served: Served): boolean =>
    served.path.split('?')[0] === path
export const json =
  (path: string, edit: Parameters<typeof edited>[1]): Fault =>
  (served) =>
    at(path)(served) && edited(served, edit)
export const failing = ({ status }: Served) => status >= 400
export const later = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString()

export const KP = '/v1/space-weather/kp'
export const TLE = '/v1/tle/stations'
