import { setTimeout as sleep } from 'node:timers/promises'
import { type Chapter, faults, member, NotChecked } from '#doctor/check'
import type { Exchange, Patient } from '#doctor/patient'
import { dataAnswers, goodAnswer, keyHeaders, ok, orNone, references } from '#doctor/samples'
import { DAY, TLE, TLE_TTL_SECONDS } from '#doctor/specification'

/** An answer that may be kept, with the two instants that it names. */
interface Dated {
  readonly exchange: Exchange
  readonly ttlSeconds: number
  readonly fetchedAt: number
  readonly validUntil: number
}

export const freshness: Chapter = {
  title: 'Freshness',
  checks: [
    {
      id: 'freshness.valid-until',
      clause: 'SPEC 2.1, 4.2, DECISIONS 1',
      holds: 'valid_until is fetched_at plus the TTL of the endpoint',
      look: async (patient) =>
        (await dated(patient)).flatMap(({ exchange, ttlSeconds, fetchedAt, validUntil }) =>
          faults([exchange], exchange.path === TLE ? 'x-valid-until' : 'body', () => {
            const seconds = (validUntil - fetchedAt) / 1_000
            return Math.abs(seconds - ttlSeconds) < 1 ? undefined : `${seconds} s, not ${ttlSeconds} s`
          }),
        ),
    },
    {
      id: 'freshness.max-age',
      clause: 'DECISIONS 1',
      holds: 'max-age ends at valid_until and never after it; what is past it is no-store',
      look: async (patient) =>
        (await dated(patient)).flatMap(({ exchange, validUntil }) =>
          faults([exchange], 'cache-control', ({ headers, servedAt }) => {
            const given = /max-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1]
            if (given === undefined) return undefined
            // A clock that shows whole seconds may be one behind.
            const left = (validUntil - servedAt) / 1_000 + 1
            return Number(given) <= left ? undefined : `max-age=${given} with ${Math.floor(left)} s left`
          }),
        ),
    },
    {
      id: 'freshness.not-restamped',
      clause: 'DECISIONS 1',
      holds: 'the same copy keeps its fetched_at when it is served again',
      async look(patient) {
        const path = '/v1/objects/{norad_id}'
        const first = await goodAnswer(path, patient)
        await sleep(patient.pauseMs)
        const again = await patient.ask('GET', first.path, { headers: await keyHeaders(patient), anew: true })
        const [before, after] = [first, ok(again)].map(({ json }) =>
          Date.parse(String(member(json, 'fetched_at'))),
        )
        const age = first.servedAt - Number(before)
        // From 80 % of its time on a copy may be renewed while it is asked for.
        if (age > 0.75 * 3_600_000) throw new NotChecked('the copy is due for renewal')
        return faults([again], 'body', () =>
          after === before || Number.isNaN(after) ? undefined : 'fetched_at moved though the copy was young',
        )
      },
    },
  ],
}

/** Data, reference tables and TLE that name both instants; an instant that is none is named elsewhere. */
async function dated(patient: Patient): Promise<Dated[]> {
  const data = (await orNone(dataAnswers(patient))).map(({ route, exchange }) =>
    datedOf(exchange, route.ttlSeconds, (name) => member(exchange.json, name)),
  )
  const tables = (await orNone(references(patient))).map((exchange) =>
    datedOf(exchange, DAY, (name) => member(exchange.json, name)),
  )
  const tle = await patient.get(TLE)
  const text = datedOf(tle, TLE_TTL_SECONDS, (name) => tle.headers.get(`x-${name.replace('_', '-')}`))
  const all = [...data, ...tables, text].filter(
    ({ fetchedAt, validUntil }) => !Number.isNaN(fetchedAt) && !Number.isNaN(validUntil),
  )
  if (all.length === 0) throw new NotChecked('no answer names its instants')
  return all
}

function datedOf(exchange: Exchange, ttlSeconds: number, instant: (name: string) => unknown): Dated {
  const at = (name: string) => Date.parse(String(instant(name)))
  return { exchange, ttlSeconds, fetchedAt: at('fetched_at'), validUntil: at('valid_until') }
}
