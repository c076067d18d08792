import { expect, test, vi } from 'vitest'
import { stopwatch } from '../support/stopwatch.ts'
import { serve } from './program.ts'

test('SIGTERM ends streams in order and at once, and the server with them', async () => {
  const { url, child, finished } = await serve(['--sample', '--no-jobs', '--store', 'memory:'], {})
  const issued = await fetch(`${url}/v1/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"label":"streams"}',
  })
  const { key } = (await issued.json()) as { key: string }
  const headers = { 'x-api-key': key }
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => fetch(`${url}/v1/alerts/stream`, { headers })),
  )
  let greeted = 0
  // Rejects if a connection is cut.
  const texts = Promise.all(
    responses.map(async ({ body }) => {
      let text = ''
      for await (const chunk of body ?? []) {
        text += new TextDecoder().decode(chunk)
        greeted += 1
      }
      return text
    }),
  )
  await vi.waitFor(() => expect(greeted).toBe(5), { timeout: 10_000 })
  const watch = stopwatch()
  child.kill('SIGTERM')
  for (const text of await texts) expect(text).toBe('retry: 5000\nid: 0\n\n')
  expect((await finished).code).toBe(0)
  // Open requests have 10 s: with the streams among them it would take those.
  expect(watch.awakeMs).toBeLessThan(8_000)
}, 60_000)
