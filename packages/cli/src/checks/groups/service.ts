import {
  type CheckGroup,
  describeDifferences,
  getMember,
  memberNames,
  SkippedCheck,
  type Violation,
  violations,
} from '#checks/check'
import { referencePaths } from '#checks/expected-api'
import { expectOk } from '#checks/sample-requests'
import type { Target } from '#checks/target'

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

export const service: CheckGroup = {
  title: 'Status and reference',
  checks: [
    {
      id: 'status.report',
      clause: 'C11.1',
      expects: '/status responds 200 in any state, with the overall state and every upstream',
      run: async (target) =>
        violations([await requestStatusJson(target)], 'body', ({ status, json }) =>
          checkReport(status, json),
        ),
    },
    {
      id: 'status.page',
      clause: 'C11.7',
      expects: '/status is HTML for clients that prefer it',
      run: async (target) =>
        violations([await requestStatusPage(target)], 'content-type', ({ status, headers, text }) => {
          const type = headers.get('content-type') ?? 'none'
          if (status !== 200) return `${status}, expected 200`
          return type.startsWith('text/html') && /^<!doctype html>/i.test(text)
            ? undefined
            : `Content-Type: ${type}`
        }),
    },
    {
      id: 'status.vary',
      clause: 'C11.8',
      expects: '/status has Vary: Accept',
      run: async (target) =>
        violations(
          [expectOk(await requestStatusJson(target)), expectOk(await requestStatusPage(target))],
          'vary',
          ({ headers }) => {
            const given = headers.get('vary') ?? 'none'
            return given
              .toLowerCase()
              .split(/\s*,\s*/)
              .includes('accept')
              ? undefined
              : `Vary: ${given}`
          },
        ),
    },
    {
      id: 'status.policy',
      clause: 'C11.9',
      expects: 'the HTML page has a Content-Security-Policy without unsafe sources',
      run: async (target) => {
        const found = expectOk(await requestStatusPage(target))
        if (!found.headers.get('content-type')?.startsWith('text/html'))
          throw new SkippedCheck('there is no HTML page')
        return violations([found], 'content-security-policy', ({ headers }) => {
          const given = headers.get('content-security-policy')
          if (given === null) return 'without Content-Security-Policy'
          return given.includes('unsafe-') ? given.slice(0, 80) : undefined
        })
      },
    },
    {
      id: 'reference.tables',
      clause: 'C10.1',
      expects: 'every reference table exists and is listed at /ref',
      async run(target) {
        const found: Violation[] = []
        for (const path of referencePaths) {
          const answer = await target.get(path)
          if (answer.status === 429) throw new SkippedCheck('this network is rate limited')
          found.push(
            ...violations([answer], 'status', ({ status }) =>
              status === 200 ? undefined : `${status}, expected 200`,
            ),
          )
        }
        const index = await target.get('/ref')
        const tables = getMember(getMember(index.json, 'data'), 'tables')
        const listed = Array.isArray(tables) ? tables.map((row) => String(getMember(row, 'path'))) : []
        const missing = referencePaths.slice(1).filter((path) => !listed.includes(path))
        const isListed = index.status !== 200 || missing.length === 0
        return isListed
          ? found
          : [...found, { exchange: index, aspect: 'body', message: `without ${missing.join(', ')}` }]
      },
    },
  ],
}

function requestStatusJson(target: Target) {
  return target.get('/status')
}

function requestStatusPage(target: Target) {
  return target.get('/status', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
}

function checkReport(status: number, json: unknown): string | undefined {
  if (status !== 200) return `${status}, expected 200`
  const data = getMember(json, 'data')
  // An invalid envelope is reported by its own check.
  if (memberNames(data).length === 0) return undefined
  const missing = describeDifferences(memberNames(data), [...new Set([...REPORT, ...memberNames(data)])])
  if (missing) return missing
  if (!STATES.includes(String(getMember(data, 'status')))) return `status is ${getMember(data, 'status')}`
  const upstreams = getMember(data, 'upstreams')
  if (!Array.isArray(upstreams) || upstreams.length === 0) return 'without upstreams'
  for (const row of upstreams) {
    const reason = describeDifferences(memberNames(row), [...new Set([...UPSTREAM, ...memberNames(row)])])
    if (reason) return `${getMember(row, 'id')} ${reason}`
    if (!STATES.includes(String(getMember(row, 'status'))))
      return `${getMember(row, 'id')} is ${getMember(row, 'status')}`
  }
  return undefined
}
