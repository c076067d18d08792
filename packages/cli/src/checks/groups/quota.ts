import { type CheckGroup, SkippedCheck, violations } from '#checks/check'
import { KP } from '#checks/expected-api'
import { expectOk, keyHeaders, requestAllData } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

const DAY_MS = 86_400_000
const POLICY = /^"day";q=(\d+);w=86400$/
const RATE_LIMIT = /^"day";r=(\d+);t=(\d+)$/

export const quota: CheckGroup = {
  title: 'Quota',
  checks: [
    {
      id: 'quota.fields',
      clause: 'C7.5',
      expects: 'keyed responses have both RateLimit fields of draft 11, or neither if unbounded',
      run: async (target) => {
        const answers = (await requestAllData(target)).map(({ exchange }) => exchange)
        const isBounded = answers.some(
          ({ headers }) => headers.has('ratelimit') || headers.has('ratelimit-policy'),
        )
        return isBounded
          ? [
              ...violations(answers, 'ratelimit', checkRateLimit),
              ...violations(answers, 'ratelimit-policy', checkPolicy),
            ]
          : []
      },
    },
    {
      id: 'quota.midnight',
      clause: 'C7.2',
      expects: 'the quota resets at 00:00 UTC: t counts down to it',
      run: async (target) =>
        violations(await requestBounded(target), 'ratelimit', ({ headers, servedAt }) => {
          const given = RATE_LIMIT.exec(headers.get('ratelimit') ?? '')?.[2]
          const expected = (DAY_MS - (servedAt % DAY_MS)) / 1_000
          const isNear = given === undefined || Math.abs(Number(given) - expected) <= 3
          return isNear ? undefined : `t=${given}, expected ${Math.round(expected)}`
        }),
    },
    {
      id: 'quota.counts',
      clause: 'C7.3',
      expects: 'every response counts against the quota, cached or not',
      async run(target) {
        await requestBounded(target)
        const headers = await keyHeaders(target)
        const first = expectOk(await target.request('GET', KP, { headers, fresh: true }))
        const second = expectOk(await target.request('GET', KP, { headers, fresh: true }))
        const [before, after] = [first, second].map((one) =>
          Number(RATE_LIMIT.exec(one.headers.get('ratelimit') ?? '')?.[1]),
        )
        const isNewDay = Math.floor(first.servedAt / DAY_MS) !== Math.floor(second.servedAt / DAY_MS)
        return violations([second], 'ratelimit', () =>
          isNewDay || Number(after) < Number(before) || Number.isNaN(after) || before === 0
            ? undefined
            : `r=${after} after r=${before}`,
        )
      },
    },
    {
      id: 'quota.unkeyed',
      clause: 'C7.6',
      expects: 'uncounted responses have no RateLimit fields: 401, 404, 405, public paths',
      async run(target) {
        const answers = [
          await target.get(KP),
          await target.request('PUT', KP),
          await target.get('/ref/tiers'),
        ]
        return violations(answers, 'ratelimit', ({ headers }) =>
          headers.has('ratelimit') ? `RateLimit: ${headers.get('ratelimit')}` : undefined,
        )
      },
    },
  ],
}

/** Returns responses with a quota. */
async function requestBounded(target: Target): Promise<Exchange[]> {
  const answers = (await requestAllData(target)).map(({ exchange }) => exchange)
  const named = answers.filter(({ headers }) => headers.has('ratelimit'))
  if (named.length === 0) throw new SkippedCheck('the tier of the key is unbounded')
  return named
}

function checkRateLimit({ headers }: Exchange): string | undefined {
  const value = headers.get('ratelimit')
  if (value === null) return 'without RateLimit'
  const [, left, seconds] = RATE_LIMIT.exec(value) ?? []
  const quota = POLICY.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  const isSound =
    left !== undefined && Number(left) <= Number(quota ?? left) && Number(seconds) * 1_000 <= DAY_MS
  return isSound ? undefined : `RateLimit: ${value}`
}

function checkPolicy({ headers }: Exchange): string | undefined {
  const value = headers.get('ratelimit-policy')
  if (value === null) return 'without RateLimit-Policy'
  return POLICY.test(value) ? undefined : `RateLimit-Policy: ${value}`
}
