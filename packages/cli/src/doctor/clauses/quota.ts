import { type Chapter, faults, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { dataAnswers, keyHeaders, ok } from '#doctor/samples'
import { KP } from '#doctor/specification'

const DAY_MS = 86_400_000
const POLICY = /^"day";q=(\d+);w=86400$/
const LEFT = /^"day";r=(\d+);t=(\d+)$/

export const quota: Chapter = {
  title: 'Quota',
  checks: [
    {
      id: 'quota.fields',
      clause: 'DECISIONS 5',
      holds: 'an answer to a key has both RateLimit fields of draft 11, or neither when it is unbounded',
      look: async (patient) => {
        const answers = (await dataAnswers(patient)).map(({ exchange }) => exchange)
        const isBounded = answers.some(
          ({ headers }) => headers.has('ratelimit') || headers.has('ratelimit-policy'),
        )
        return isBounded
          ? [...faults(answers, 'ratelimit', leftFault), ...faults(answers, 'ratelimit-policy', policyFault)]
          : []
      },
    },
    {
      id: 'quota.midnight',
      clause: 'DECISIONS 5',
      holds: 'the quota is of the UTC day: t counts to the next midnight',
      look: async (patient) =>
        faults(await bounded(patient), 'ratelimit', ({ headers, servedAt }) => {
          const given = LEFT.exec(headers.get('ratelimit') ?? '')?.[2]
          const expected = (DAY_MS - (servedAt % DAY_MS)) / 1_000
          const isNear = given === undefined || Math.abs(Number(given) - expected) <= 3
          return isNear ? undefined : `t=${given}, where midnight is ${Math.round(expected)} s away`
        }),
    },
    {
      id: 'quota.counts',
      clause: 'SPEC 8, DECISIONS 5',
      holds: 'every answer takes one of the quota, from the cache or not',
      async look(patient) {
        await bounded(patient)
        const headers = await keyHeaders(patient)
        const first = ok(await patient.ask('GET', KP, { headers, anew: true }))
        const second = ok(await patient.ask('GET', KP, { headers, anew: true }))
        const [before, after] = [first, second].map((one) =>
          Number(LEFT.exec(one.headers.get('ratelimit') ?? '')?.[1]),
        )
        const isNewDay = Math.floor(first.servedAt / DAY_MS) !== Math.floor(second.servedAt / DAY_MS)
        return faults([second], 'ratelimit', () =>
          isNewDay || Number(after) < Number(before) || Number.isNaN(after) || before === 0
            ? undefined
            : `r=${after} after r=${before}`,
        )
      },
    },
    {
      id: 'quota.unkeyed',
      clause: 'DECISIONS 5',
      holds: 'what does not count has no RateLimit fields: 401, 404 of a route, 405, public paths',
      async look(patient) {
        const answers = [await patient.get(KP), await patient.ask('PUT', KP), await patient.get('/ref/tiers')]
        return faults(answers, 'ratelimit', ({ headers }) =>
          headers.has('ratelimit') ? `RateLimit: ${headers.get('ratelimit')}` : undefined,
        )
      },
    },
  ],
}

/** Answers that name what is left. */
async function bounded(patient: Patient): Promise<Exchange[]> {
  const answers = (await dataAnswers(patient)).map(({ exchange }) => exchange)
  const named = answers.filter(({ headers }) => headers.has('ratelimit'))
  if (named.length === 0) throw new NotChecked('the key is of an unbounded tier')
  return named
}

function leftFault({ headers }: Exchange): string | undefined {
  const value = headers.get('ratelimit')
  if (value === null) return 'without RateLimit'
  const [, left, seconds] = LEFT.exec(value) ?? []
  const quota = POLICY.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  const isSound =
    left !== undefined && Number(left) <= Number(quota ?? left) && Number(seconds) * 1_000 <= DAY_MS
  return isSound ? undefined : `RateLimit: ${value}`
}

function policyFault({ headers }: Exchange): string | undefined {
  const value = headers.get('ratelimit-policy')
  if (value === null) return 'without RateLimit-Policy'
  return POLICY.test(value) ? undefined : `RateLimit-Policy: ${value}`
}
