import { createSpaceData, memory } from '@space-data/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer, Ask } from '../../packages/core/src/declare/ask.ts'
import { kpBody } from './kp-body.ts'

/** An instance that has answered once, with a count of what its store is asked for. */
async function warmService() {
  const backend = memory()
  const reads = vi.spyOn(backend.adapter as Map<string, unknown>, 'get')
  const asked = vi.fn(async () => Response.json(kpBody()))
  const spaceData = createSpaceData({ store: backend, fetch: asked })
  onTestFinished(() => spaceData.close())
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'hot' })
  const fields: Record<string, string> = { 'x-api-key': key }
  const ask: Ask = {
    method: 'GET',
    target: '/v1/space-weather/kp',
    header: (name) => fields[name] ?? null,
    body: null,
    defer: () => {},
  }
  const first = await spaceData.answer(ask)
  expect(first.status).toBe(200)
  return { spaceData, ask, first, reads, asked, fields }
}

test('a warm, keyed answer reads no store, makes no JSON, hashes no body, and is there at once', async () => {
  const { spaceData, ask, first, reads, asked } = await warmService()
  const made = [vi.spyOn(JSON, 'stringify'), vi.spyOn(JSON, 'parse'), vi.spyOn(crypto.subtle, 'digest')]
  for (const spy of [...made, reads, asked]) spy.mockClear()
  const answers = new Set<unknown>()
  for (let i = 0; i < 1_000; i += 1) answers.add(spaceData.answer(ask))
  const counts = made.map((spy) => spy.mock.calls.length)
  for (const spy of made) spy.mockRestore()

  expect(counts).toEqual([0, 0, 0])
  expect(reads).not.toHaveBeenCalled()
  expect(asked).not.toHaveBeenCalled()
  expect(answers.size).toBe(1_000)
  for (const answer of answers) {
    expect(answer).not.toBeInstanceOf(Promise)
    // The very bytes of the first: what is made anew would be others.
    expect((answer as Answer).body).toBe(first.body)
  }
})

test('neither does a 304', async () => {
  const { spaceData, ask, first, reads, fields } = await warmService()
  fields['if-none-match'] = first.headers[first.headers.indexOf('etag') + 1] as string
  reads.mockClear()
  const answer = spaceData.answer(ask)
  expect(answer).toMatchObject({ status: 304, body: null })
  expect(reads).not.toHaveBeenCalled()
})
