import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckGroup, expectOk, failures, getMember, SkippedCheck } from '#doctor/check'
import { dataPaths, OBJECT, openPaths } from '#doctor/demanded'
import { findExample, requestSuccessful } from '#doctor/requests'
import type { Exchange } from '#doctor/target'

const ttlSeconds: Readonly<Record<string, number>> = { ...dataPaths, ...openPaths }

export const freshness: CheckGroup = {
  title: 'Freshness',
  checks: [
    {
      id: 'freshness.valid-until',
      clause: 'C2.1',
      expects: 'valid_until is fetched_at plus the TTL of the endpoint',
      run: async (target) =>
        (await requestSuccessful(target, ({ template }) => template in ttlSeconds)).flatMap(
          ({ operation, exchange }) =>
            failures([exchange], () => {
              const expected = ttlSeconds[operation.template] ?? Number.NaN
              const { fetchedAt, validUntil } = readInstants(exchange)
              const seconds = (validUntil - fetchedAt) / 1_000
              return Math.abs(seconds - expected) < 1 ? undefined : `${seconds} s, expected ${expected} s`
            }),
        ),
    },
    {
      id: 'freshness.max-age',
      clause: 'C2.3',
      expects: 'max-age does not exceed valid_until; expired data are no-store',
      run: async (target) =>
        failures(
          (await requestSuccessful(target)).map(({ exchange }) => exchange),
          (exchange) => {
            const given = /max-age=(\d+)/.exec(exchange.headers.get('cache-control') ?? '')?.[1]
            // `Date` has whole seconds, so it may be one behind.
            const left = (readInstants(exchange).validUntil - exchange.servedAt) / 1_000 + 1
            return given !== undefined && Number(given) > left
              ? `max-age=${given} with ${Math.floor(left)} s left`
              : undefined
          },
        ),
    },
    {
      id: 'freshness.not-restamped',
      clause: 'C2.2',
      expects: 'fetched_at of a copy does not change when it is served again',
      async run(target) {
        const { path, headers } = await findExample(OBJECT, target)
        const first = expectOk(await target.get(path, headers))
        await sleep(target.pauseMs)
        const again = expectOk(await target.request('GET', path, { headers, fresh: true }))
        const { fetchedAt } = readInstants(first)
        // From 80 % of its lifetime on, a copy may be refreshed at any request.
        if (first.servedAt - fetchedAt > 0.75 * 3_600_000)
          throw new SkippedCheck('the copy is about to be refreshed')
        return failures([again], () =>
          readInstants(again).fetchedAt === fetchedAt
            ? undefined
            : 'fetched_at changed although the copy was fresh',
        )
      },
    },
  ],
}

/**
 * Returns both instants in epoch milliseconds, from the envelope or the headers that replace it; otherwise
 * NaN.
 */
function readInstants({ json, headers }: Exchange): { fetchedAt: number; validUntil: number } {
  const read = (name: string, header: string) =>
    Date.parse(String(getMember(json, name) ?? headers.get(header)))
  return {
    fetchedAt: read('fetched_at', 'x-fetched-at'),
    validUntil: read('valid_until', 'x-valid-until'),
  }
}
