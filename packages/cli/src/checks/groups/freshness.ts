import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckGroup, getMember, SkippedCheck, violations } from '#checks/check'
import { DAY, TLE, TLE_TTL_SECONDS } from '#checks/expected-api'
import {
  expectOk,
  keyHeaders,
  orEmpty,
  requestAllData,
  requestReferences,
  requestValidData,
} from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

/** A cacheable response with its two instants in epoch milliseconds. */
interface DatedExchange {
  readonly exchange: Exchange
  readonly ttlSeconds: number
  readonly fetchedAt: number
  readonly validUntil: number
}

export const freshness: CheckGroup = {
  title: 'Freshness',
  checks: [
    {
      id: 'freshness.valid-until',
      clause: 'C2.1',
      expects: 'valid_until is fetched_at plus the TTL of the endpoint',
      run: async (target) =>
        (await requestDated(target)).flatMap(({ exchange, ttlSeconds, fetchedAt, validUntil }) =>
          violations([exchange], exchange.path === TLE ? 'x-valid-until' : 'body', () => {
            const seconds = (validUntil - fetchedAt) / 1_000
            return Math.abs(seconds - ttlSeconds) < 1 ? undefined : `${seconds} s, expected ${ttlSeconds} s`
          }),
        ),
    },
    {
      id: 'freshness.max-age',
      clause: 'C2.3',
      expects: 'max-age does not exceed valid_until; expired data are no-store',
      run: async (target) =>
        (await requestDated(target)).flatMap(({ exchange, validUntil }) =>
          violations([exchange], 'cache-control', ({ headers, servedAt }) => {
            const given = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
            if (given === undefined) return undefined
            // `Date` has whole seconds, so it may be one behind.
            const left = (validUntil - servedAt) / 1_000 + 1
            return Number(given) <= left ? undefined : `max-age=${given} with ${Math.floor(left)} s left`
          }),
        ),
    },
    {
      id: 'freshness.not-restamped',
      clause: 'C2.2',
      expects: 'fetched_at of a copy does not change when it is served again',
      async run(target) {
        const path = '/v1/objects/{norad_id}'
        const first = await requestValidData(path, target)
        await sleep(target.pauseMs)
        const again = await target.request('GET', first.path, {
          headers: await keyHeaders(target),
          fresh: true,
        })
        const [before, after] = [first, expectOk(again)].map(({ json }) =>
          Date.parse(String(getMember(json, 'fetched_at'))),
        )
        const age = first.servedAt - Number(before)
        // From 80 % of its lifetime on, a copy may be refreshed at any request.
        if (age > 0.75 * 3_600_000) throw new SkippedCheck('the copy is about to be refreshed')
        return violations([again], 'body', () =>
          after === before || Number.isNaN(after)
            ? undefined
            : 'fetched_at changed although the copy was fresh',
        )
      },
    },
  ],
}

/**
 * Returns data, reference tables and TLE with both instants; missing or invalid instants are reported
 * elsewhere.
 */
async function requestDated(target: Target): Promise<DatedExchange[]> {
  const data = (await orEmpty(requestAllData(target))).map(({ route, exchange }) =>
    toDated(exchange, route.ttlSeconds, (name) => getMember(exchange.json, name)),
  )
  const tables = (await orEmpty(requestReferences(target))).map((exchange) =>
    toDated(exchange, DAY, (name) => getMember(exchange.json, name)),
  )
  const tle = await target.get(TLE)
  const text = toDated(tle, TLE_TTL_SECONDS, (name) => tle.headers.get(`x-${name.replace('_', '-')}`))
  const all = [...data, ...tables, text].filter(
    ({ fetchedAt, validUntil }) => !Number.isNaN(fetchedAt) && !Number.isNaN(validUntil),
  )
  if (all.length === 0) throw new SkippedCheck('no response has both instants')
  return all
}

function toDated(exchange: Exchange, ttlSeconds: number, instant: (name: string) => unknown): DatedExchange {
  const at = (name: string) => Date.parse(String(instant(name)))
  return { exchange, ttlSeconds, fetchedAt: at('fetched_at'), validUntil: at('valid_until') }
}
