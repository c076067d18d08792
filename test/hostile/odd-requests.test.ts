import { describe, expect, test } from 'vitest'
import { hasBun } from '../runtimes/bun.ts'
import { coalesce, faultsOf } from './faults.ts'
import { KEY, type OddRequest } from './requests/odd-request.ts'
import { oddRequests } from './requests.ts'
import { isHealthy, issueKey, type Server, startBun, startNode } from './servers.ts'
import { exchange } from './wire.ts'

test('there are at least 200 odd requests, each once', () => {
  expect(oddRequests.length).toBeGreaterThanOrEqual(200)
  const bytes = oddRequests.map(([, , sent]) => sent)
  expect(bytes.filter((sent, i) => bytes.indexOf(sent) !== i)).toEqual([])
})

test('Node', { timeout: 60_000 }, async () => {
  await using server = await startNode()
  await holds('Node', server, ([, , , onNode]) => onNode)
  expect(server.output()).not.toMatch(/space-data:|Error|at .*\.js/)
})

describe.skipIf(!hasBun())('the example', () => {
  test('Bun', { timeout: 60_000 }, async () => {
    await using server = await startBun()
    await holds('Bun', server, ([, , , onNode, onBun = onNode]) => onBun)
    // No provider can be reached.
    expect(server.output().replace(/^[\w-]+: connection failed.*\n/gm, '')).toBe('')
  })
})

/** Sends all requests: every outcome must be an allowed one, and the server stays healthy. */
async function holds(name: string, server: Server, allowed: (row: OddRequest) => string): Promise<void> {
  const key = await issueKey(server)
  expect(key).toMatch(/^sd_live_/)
  const wrong: unknown[] = []
  let refusedAbove = 0
  await coalesce(
    oddRequests,
    25,
    async (row) => {
      const [clause, what, bytes] = row
      const seen = await exchange(server.port, bytes.replaceAll(KEY, key))
      const faults = faultsOf(seen, name)
      refusedAbove += seen.answers.filter(({ status }) => status >= 500 && status !== 505).length
      if (!allowed(row).split(' | ').includes(seen.outcome)) faults.push(`is not ${allowed(row)}`)
      if (faults.length > 0) wrong.push({ clause, what, outcome: seen.outcome, faults })
    },
    async () => expect(await isHealthy(server)).toBe(true),
  )
  console.log(
    `FIGURE hostile requests ${name}: ${oddRequests.length} sent, ${oddRequests.length - wrong.length} as allowed, ${refusedAbove} answers of 500 and above`,
  )
  expect(wrong).toEqual([])
}
