import { createSpaceData, memory } from '@space-data/core'
import type { RawRequest, RawResponse } from '@space-data/core/http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { kpBody } from './kp-body.ts'

/** Starts an instance that has responded once, and spies on its store and its fetch. */
async function warmService() {
  const backend = memory()
  const reads = vi.spyOn(backend.adapter as Map<string, unknown>, 'get')
  const asked = vi.fn(async () => Response.json(kpBody()))
  const spaceData = createSpaceData({ store: backend, fetch: asked })
  onTestFinished(() => spaceData.close())
  const { key } = await spaceData.keys.issue({ tier: 'enterprise', label: 'hot' })
  const fields: Record<string, string> = { 'x-api-key': key }
  const ask: RawRequest = {
    method: 'GET',
    target: '/v1/space-weather/kp',
    header: (name) => fields[name] ?? null,
    body: null,
    waitUntil: () => {},
  }
  const first = await spaceData.dispatch(ask)
  expect(first.status).toBe(200)
  return { spaceData, ask, first, reads, asked, fields }
}

test('a warm keyed response is synchronous, without a store read, JSON or a hash', async () => {
  const { spaceData, ask, first, reads, asked } = await warmService()
  const made = [vi.spyOn(JSON, 'stringify'), vi.spyOn(JSON, 'parse'), vi.spyOn(crypto.subtle, 'digest')]
  for (const spy of [...made, reads, asked]) spy.mockClear()
  const answers = new Set<unknown>()
  for (let i = 0; i < 1_000; i += 1) answers.add(spaceData.dispatch(ask))
  const counts = made.map((spy) => spy.mock.calls.length)
  for (const spy of made) spy.mockRestore()

  expect(counts).toEqual([0, 0, 0])
  expect(reads).not.toHaveBeenCalled()
  expect(asked).not.toHaveBeenCalled()
  expect(answers.size).toBe(1_000)
  for (const answer of answers) {
    expect(answer).not.toBeInstanceOf(Promise)
    // The same object as the first body: a rebuilt one would be another.
    expect((answer as RawResponse).body).toBe(first.body)
  }
})

test('a warm 304 is synchronous and does not read the store', async () => {
  const { spaceData, ask, first, reads, fields } = await warmService()
  fields['if-none-match'] = first.headers[first.headers.indexOf('etag') + 1] as string
  reads.mockClear()
  const answer = spaceData.dispatch(ask)
  expect(answer).toMatchObject({ status: 304, body: null })
  expect(reads).not.toHaveBeenCalled()
})
