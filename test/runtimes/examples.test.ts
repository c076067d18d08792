import { describe, expect, test, vi } from 'vitest'
import { radioFlux, startSwpc } from '../support/own-endpoint.ts'
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

test('examples/node runs on Node', () => runs(() => startOnNode('node')))

describe.skipIf(!hasBun())('examples/bun', () => {
  test('runs on Bun', () => runs(startOnBun))
})

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
  const issued = await fetch(`${example.origin}/v1/keys`, order)
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
