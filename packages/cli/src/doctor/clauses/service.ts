import { type Breach, type Chapter, differences, faults, member, membersOf, NotChecked } from '#doctor/check'
import type { Patient } from '#doctor/patient'
import { ok } from '#doctor/samples'
import { referencePaths } from '#doctor/specification'

const REPORT = ['status', 'checked_at', 'next_check_at', 'interval_seconds', 'upstreams']
const UPSTREAM = [
  'id',
  'provider',
  'endpoints',
  'status',
  'checked_at',
  'http_status',
  'latency_ms',
  'last_ok_at',
  'consecutive_failures',
  'data_as_of',
  'data_age_seconds',
  'schema_ok',
  'error',
]
const STATES = ['operational', 'degraded', 'down', 'unknown']

export const service: Chapter = {
  title: 'Status and reference',
  checks: [
    {
      id: 'status.report',
      clause: 'SPEC 4.4, DECISIONS 3',
      holds: 'the status is 200 whatever is down, and has the state of the whole and of every upstream',
      look: async (patient) =>
        faults([await json(patient)], 'body', ({ status, json }) => reportFault(status, json)),
    },
    {
      id: 'status.page',
      clause: 'DECISIONS 3',
      holds: 'a client that prefers HTML gets a page',
      look: async (patient) =>
        faults([await page(patient)], 'content-type', ({ status, headers, text }) => {
          const type = headers.get('content-type') ?? 'none'
          if (status !== 200) return `${status}, not 200`
          return type.startsWith('text/html') && /^<!doctype html>/i.test(text)
            ? undefined
            : `Content-Type: ${type}`
        }),
    },
    {
      id: 'status.vary',
      clause: 'DECISIONS 7',
      holds: 'the status varies by Accept, so that no cache mixes the two',
      look: async (patient) =>
        faults([ok(await json(patient)), ok(await page(patient))], 'vary', ({ headers }) => {
          const given = headers.get('vary') ?? 'none'
          return given
            .toLowerCase()
            .split(/\s*,\s*/)
            .includes('accept')
            ? undefined
            : `Vary: ${given}`
        }),
    },
    {
      id: 'status.policy',
      clause: 'DECISIONS 3',
      holds: 'the page has a Content-Security-Policy that allows nothing unsafe',
      look: async (patient) => {
        const found = ok(await page(patient))
        if (!found.headers.get('content-type')?.startsWith('text/html'))
          throw new NotChecked('there is no page')
        return faults([found], 'content-security-policy', ({ headers }) => {
          const given = headers.get('content-security-policy')
          if (given === null) return 'without Content-Security-Policy'
          return given.includes('unsafe-') ? given.slice(0, 80) : undefined
        })
      },
    },
    {
      id: 'reference.tables',
      clause: 'SPEC 4.3, DECISIONS 3',
      holds: 'every reference table is there and listed at /ref',
      async look(patient) {
        const found: Breach[] = []
        for (const path of referencePaths) {
          const answer = await patient.get(path)
          if (answer.status === 429) throw new NotChecked('this network asked too often')
          found.push(
            ...faults([answer], 'status', ({ status }) =>
              status === 200 ? undefined : `${status}, not 200`,
            ),
          )
        }
        const index = await patient.get('/ref')
        const tables = member(member(index.json, 'data'), 'tables')
        const listed = Array.isArray(tables) ? tables.map((row) => String(member(row, 'path'))) : []
        const missing = referencePaths.slice(1).filter((path) => !listed.includes(path))
        const isListed = index.status !== 200 || missing.length === 0
        return isListed
          ? found
          : [...found, { exchange: index, aspect: 'body', words: `without ${missing.join(', ')}` }]
      },
    },
  ],
}

function json(patient: Patient) {
  return patient.get('/status')
}

function page(patient: Patient) {
  return patient.get('/status', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
}

function reportFault(status: number, json: unknown): string | undefined {
  if (status !== 200) return `${status}, not 200`
  const data = member(json, 'data')
  // An envelope that is none is named by its own check.
  if (membersOf(data).length === 0) return undefined
  const missing = differences(membersOf(data), [...new Set([...REPORT, ...membersOf(data)])])
  if (missing) return missing
  if (!STATES.includes(String(member(data, 'status')))) return `its status is ${member(data, 'status')}`
  const upstreams = member(data, 'upstreams')
  if (!Array.isArray(upstreams) || upstreams.length === 0) return 'without upstreams'
  for (const row of upstreams) {
    const fault = differences(membersOf(row), [...new Set([...UPSTREAM, ...membersOf(row)])])
    if (fault) return `${member(row, 'id')} ${fault}`
    if (!STATES.includes(String(member(row, 'status'))))
      return `${member(row, 'id')} is ${member(row, 'status')}`
  }
  return undefined
}
