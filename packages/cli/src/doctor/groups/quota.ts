import { type CheckGroup, expectOk, failures, SkippedCheck } from '#doctor/check'
import { KP } from '#doctor/demanded'
import { keyHeaders, requestData } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

const DAY_MS = 86_400_000

export const quota: CheckGroup = {
  title: 'Quota',
  checks: [
    {
      id: 'quota.fields',
      clause: 'C7.5',
      expects: 'keyed responses have both RateLimit fields, with at most the quota remaining',
      run: async (target) =>
        failures(await requestBounded(target), (exchange) => {
          const { left, seconds, quota: most } = readFields(exchange)
          const isSound = left <= most && seconds * 1_000 <= DAY_MS
          return isSound ? undefined : `RateLimit: ${exchange.headers.get('ratelimit') ?? 'none'}`
        }),
    },
    {
      id: 'quota.midnight',
      clause: 'C7.2',
      expects: 'the quota resets at 00:00 UTC: t counts down to it',
      run: async (target) =>
        failures(await requestBounded(target), (exchange) => {
          const { seconds } = readFields(exchange)
          const expected = (DAY_MS - (exchange.servedAt % DAY_MS)) / 1_000
          // `Date` has whole seconds, and a response may take a while.
          return Math.abs(seconds - expected) > 3
            ? `t=${seconds}, expected ${Math.round(expected)}`
            : undefined
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
        const [before, after] = [readFields(first).left, readFields(second).left]
        const isNewDay = Math.floor(first.servedAt / DAY_MS) !== Math.floor(second.servedAt / DAY_MS)
        return failures([second], () =>
          !isNewDay && before > 0 && after >= before ? `r=${after} after r=${before}` : undefined,
        )
      },
    },
  ],
}

/** Returns responses with a quota; if one has a field, all must have both. */
async function requestBounded(target: Target): Promise<Exchange[]> {
  const exchanges = (await requestData(target)).map(({ exchange }) => exchange)
  const isBounded = exchanges.some(
    ({ headers }) => headers.has('ratelimit') || headers.has('ratelimit-policy'),
  )
  if (!isBounded) throw new SkippedCheck('the tier of the key is unbounded')
  return exchanges
}

/** Reads the remaining requests, the seconds to the reset and the quota; NaN for an invalid field. */
function readFields({ headers }: Exchange): { left: number; seconds: number; quota: number } {
  const [, left, seconds] = /^"day";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
  const [, most] = /^"day";q=(\d+);w=86400$/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  return { left: Number(left), seconds: Number(seconds), quota: Number(most) }
}
