import { expect, test } from 'vitest'
import { client, fleet, issue, KEYED, LOADS, type Question, repeat } from '../processes/fleet.ts'
import { newFile } from '../processes/stores.ts'
import { awayFromMidnight } from '../support/midnight.ts'

awayFromMidnight()

type Scene = Readonly<{ ask: ReturnType<typeof client>; urls: readonly string[] }>

async function scene(): Promise<Scene> {
  const servers = await fleet(2, newFile())
  return { ask: client(20), urls: servers.map(({ url }) => url) }
}

/**
 * Asks two processes more often than the limit allows; returns what was left after each counted request, in
 * order, and how many were refused. Where the file is locked for seconds, requests are admitted uncounted or
 * answered 503: then it asks again with another question, and fewer at once.
 */
async function exactly(
  { ask, urls }: Scene,
  times: number,
  questionOf: (round: number) => Promise<Question>,
) {
  for (const [round, atOnce] of LOADS.entries()) {
    const question = await questionOf(round)
    const left: number[] = []
    let [refused, uncounted] = [0, 0]
    await repeat(times, atOnce, async (i) => {
      const { status, headers } = await ask(`${urls[i % 2]}${KEYED}`, question)
      const counted = /r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1]
      if (status === 429) refused += 1
      else if (status === 200 && counted) left.push(Number(counted))
      else uncounted += 1
    })
    left.sort((one, other) => one - other)
    if (uncounted === 0) return { left, refused }
  }
  throw new Error('the file was locked for seconds in each round')
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test('two processes on one file admit 100 requests of a network without a key together, and no more', async () => {
  const both = await scene()
  const networkOf = (round: number) => ({ localAddress: `127.0.1.${1 + round}` })
  const { left, refused } = await exactly(both, 150, async (round) => networkOf(round))
  expect([left, refused]).toEqual([upTo(100), 50])
  const [url = ''] = both.urls
  expect((await both.ask(`${url}${KEYED}`, { localAddress: '127.0.0.9' })).status).toBe(200)
})

test('two processes on one file admit 1,000 requests of a key together, and no more', async () => {
  const both = await scene()
  const [url = ''] = both.urls
  const keyOf = async () => ({ headers: { 'x-api-key': await issue(both.ask, url) } })
  const { left, refused } = await exactly(both, 1_100, keyOf)
  expect([left, refused]).toEqual([upTo(1_000), 100])
})
