import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { radioFlux, startSwpc } from '../support/own-endpoint.ts'
import { patiently } from '../support/patience.ts'
import { hasBun } from './bun.ts'
import {
  checkOnDeno,
  type Example,
  hasDeno,
  hasWrangler,
  startOnBun,
  startOnDeno,
  startOnNode,
  startOnWorkerd,
} from './examples.ts'
import { answersAlike } from './list.ts'
import { sameAnswers } from './same-answers.ts'

vi.setConfig({ testTimeout: 90_000 })

test.each(['server.js', 'fetch.js'])('examples/node/%s runs on Node', (file) =>
  runs(() => startOnNode('node', '', {}, file)),
)

describe.skipIf(!hasBun())('examples/bun', () => {
  test.each(['server.ts', 'listener.ts'] as const)('%s runs on Bun', (file) => runs(() => startOnBun(file)))
})

test.each(['node/server.js', 'node/fetch.js', 'bun/server.ts', 'workers/worker.ts'])(
  'examples/%s has at most 15 lines',
  (file) => {
    const text = readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
  },
)

describe.skipIf(!hasDeno)('examples/deno', () => {
  test('runs on Deno', () => runs(startOnDeno))

  test('is well typed', async () => {
    expect(await checkOnDeno()).toBe('')
  })
})

describe.skipIf(!hasWrangler)('examples/workers', () => {
  test('runs on workerd', () => runs(startOnWorkerd))
})

describe.each(['hono', 'express', 'fastify'])('examples/%s', (name) => {
  test('answers under its base as everywhere', () => runs(() => startOnNode(name, '/space')))
})

test('examples/own-endpoint serves its endpoint from a stand-in for its feed', async () => {
  const swpc = await startSwpc()
  await using example = await startOnNode('own-endpoint', '', { SWPC_ORIGIN: swpc.url })
  const order = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"label":"own"}' }
  const issued = await patiently(() => fetch(`${example.origin}/v1/keys`, order))
  const { key } = (await issued.json()) as { key: string }
  const response = await fetch(example.origin + radioFlux.path, { headers: { 'x-api-key': key } })
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ data: expect.objectContaining({ flux_sfu: 140 }) }),
  ])
  expect(swpc.asked.filter((path) => path === '/json/f107_cm_flux.json')).toHaveLength(1)
})

async function runs(startExample: () => Promise<Example>): Promise<void> {
  await using example = await startExample()
  await answersAlike(example.origin)
  await sameAnswers(example.origin)
}
