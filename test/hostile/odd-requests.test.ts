import { expect, test } from 'vitest'
import { coalesce, faultsOf } from './faults.ts'
import { KEY } from './requests/odd-request.ts'
import { oddRequests } from './requests.ts'
import { isHealthy, issueKey, startNode } from './servers.ts'
import { exchange } from './wire.ts'

test('there are at least 200 odd requests, each once', () => {
  expect(oddRequests.length).toBeGreaterThanOrEqual(200)
  const bytes = oddRequests.map(([, , sent]) => sent)
  expect(bytes.filter((sent, i) => bytes.indexOf(sent) !== i)).toEqual([])
})

// One of each kind is sent to the other runtimes: `runtimes/odd-requests`.
test('each odd request has an allowed outcome, and the server stays healthy', {
  timeout: 60_000,
}, async () => {
  await using server = await startNode()
  const key = await issueKey(server)
  expect(key).toMatch(/^sd_live_/)
  const wrong: unknown[] = []
  await coalesce(
    oddRequests,
    25,
    async ([clause, what, bytes, outcomes]) => {
      const seen = await exchange(server.port, bytes.replaceAll(KEY, key))
      const faults = faultsOf(seen, 'Node')
      if (!outcomes.split(' | ').includes(seen.outcome)) faults.push(`is not ${outcomes}`)
      if (faults.length > 0) wrong.push({ clause, what, outcome: seen.outcome, faults })
    },
    async () => expect(await isHealthy(server)).toBe(true),
  )
  console.log(`FIGURE odd requests: ${oddRequests.length} sent, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect(server.output()).not.toMatch(/space-data:|Error|at .*\.js/)
})
