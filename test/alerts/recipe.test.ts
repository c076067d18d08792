import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { blocksOf } from '../support/markdown.mjs'

interface Alert {
  readonly sequence: number
  readonly type: string
}

type Follow = (
  origin: string,
  key: string,
  onAlert: (alert: Alert) => void,
  signal: AbortSignal,
  after?: number,
) => Promise<void>

/** Loads the stream reader of the recipe. */
async function loadRecipe(): Promise<Follow> {
  const block = blocksOf('docs/recipes/alerts.md').find(({ code }) => code.includes('function follow('))
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'follow.mjs')
  writeFileSync(file, ts.transpileModule(block?.code ?? '', { compilerOptions }).outputText)
  return ((await import(/* @vite-ignore */ file)) as { follow: Follow }).follow
}

/** A server whose answers a test writes; the targets that it was asked for. */
async function streamServer(answer: (response: ServerResponse, nth: number) => void, status = 200) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(status, { 'content-type': 'text/event-stream' })
    answer(response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const eventOf = (sequence: number) =>
  `id: ${sequence}\nevent: solar.flare\ndata: ${JSON.stringify({ type: 'solar.flare', sequence, data: { name: 'größe' } })}\n\n`

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the reader of the recipe gets each alert of a stream once, however it is cut, and continues after it', async () => {
  const follow = await loadRecipe()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { asked, origin } = await streamServer((response, nth) => {
    if (nth === 1) response.end('retry: 5000\nid: 40\n\nevent: stream.gap\ndata: {"oldest_sequence":1}\n\n')
    if (nth === 2) {
      const bytes = Buffer.from(`: still here\n\n${eventOf(41)}${eventOf(42)}${eventOf(43).slice(0, 30)}`)
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
      // A proxy that goes away.
      setImmediate(() => response.destroy())
    }
    if (nth === 3) response.write(eventOf(43))
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stop = new AbortController()
  const seen: number[] = []
  const reading = follow(origin, 'key', ({ sequence }) => seen.push(sequence), stop.signal)
  while (!seen.includes(43)) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  stop.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  await reading
  expect(seen).toEqual([41, 42, 43])
  expect(asked).toEqual(['', '?after=40', '?after=42'].map((after) => `/v1/alerts/stream${after}`))
})

test('the reader of the recipe stops where its key is not valid', async () => {
  const follow = await loadRecipe()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { asked, origin } = await streamServer((response) => response.end('{}'), 401)
  await follow(origin, 'key', () => {}, new AbortController().signal)
  expect([asked.length, errors.mock.calls.length]).toEqual([1, 1])
})
