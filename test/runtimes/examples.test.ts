import { describe, expect, test, vi } from 'vitest'
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

test('examples/node runs on Node', () => runs('Node', () => startOnNode('node')))

describe.skipIf(!hasBun())('examples/bun', () => {
  test('runs on Bun', () => runs('Bun', startOnBun))
})

describe.skipIf(!hasDeno)('examples/deno', () => {
  test('runs on Deno', () => runs('Deno', startOnDeno))

  test('is well typed', async () => {
    expect(await checkOnDeno()).toBe('')
  })
})

describe.skipIf(!hasWrangler)('examples/workers', () => {
  test('runs on workerd', () => runs('workerd', startOnWorkerd))
})

describe.each(['hono', 'express', 'fastify'])('examples/%s', (name) => {
  test('answers under its base as everywhere', () => runs(name, () => startOnNode(name, '/space')))
})

async function runs(name: string, startExample: () => Promise<Example>): Promise<void> {
  await using example = await startExample()
  await answersAlike(example.origin)
  await sameAnswers(example.origin)
  console.log(`FIGURE start ${name}: first answer after ${Math.round(example.startMs)} ms`)
}
