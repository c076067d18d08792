import { fetchSender } from '@space-data/core/workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const request = {
  url: 'https://hooks.example/in',
  headers: { 'webhook-id': 'evt_1' },
  body: '{}',
  timeoutMs: 200,
}

/** Pretends to be a Worker with or without the flag. */
function pretendToBeAWorker(compatibilityFlags: Record<string, boolean>): void {
  vi.stubGlobal('Cloudflare', { compatibilityFlags })
}

/** Replaces the global `fetch` and returns what it was called with. */
function answerWith(answer: (init: RequestInit) => Response | Promise<Response>) {
  const calls: [url: string, init: RequestInit][] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push([url, init])
    return answer(init)
  })
  return calls
}

/** Never answers; rejects when it is aborted, as `fetch` does. */
const untilAborted = ({ signal }: RequestInit) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

beforeEach(() => pretendToBeAWorker({ global_fetch_strictly_public: true }))
afterEach(() => vi.unstubAllGlobals())

describe('fetchSender', () => {
  test('is refused without the flag that keeps fetch out of private networks, and elsewhere', () => {
    pretendToBeAWorker({ global_fetch_strictly_public: false })
    expect(() => fetchSender()).toThrow(/needs "global_fetch_strictly_public" in the compatibility_flags/)
    pretendToBeAWorker({})
    expect(() => fetchSender()).toThrow(/needs "global_fetch_strictly_public"/)
    vi.unstubAllGlobals()
    expect(() => fetchSender()).toThrow(/use nodeSender\(\) of @space-data\/core\/node/)
  })

  test('sends one POST and follows no redirect', async () => {
    const calls = answerWith(
      () => new Response('moved', { status: 307, headers: { location: 'http://10.0.0.1/' } }),
    )
    expect(await fetchSender().send(request)).toEqual({ status: 307, retryAfter: null, body: 'moved' })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject([
      'https://hooks.example/in',
      {
        method: 'POST',
        redirect: 'manual',
        body: '{}',
        headers: { 'webhook-id': 'evt_1', 'accept-encoding': 'identity' },
      },
    ])
  })

  test.each([
    'http://hooks.example/',
    'https://127.1/',
    'https://[::1]/',
    'https://8.8.8.8/',
    'https://a.example:81/',
  ])('refuses %s', async (url) => {
    const calls = answerWith(() => new Response())
    const refused = { name: 'ReceiverRefusedError' }
    await expect(fetchSender().check(url)).rejects.toMatchObject(refused)
    await expect(fetchSender().send({ ...request, url })).rejects.toMatchObject(refused)
    expect(calls).toEqual([])
  })

  test('reads 4 kB of an endless body and cancels the rest', async () => {
    let sent = 0
    let isCancelled = false
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1_000
          controller.enqueue(new TextEncoder().encode('x'.repeat(1_000)))
        },
        cancel() {
          isCancelled = true
        },
      })
    answerWith(() => new Response(endless(), { status: 429, headers: { 'retry-after': '9' } }))
    const { status, retryAfter, body } = await fetchSender().send(request)
    expect([status, retryAfter, body.length, isCancelled]).toEqual([429, '9', 4_096, true])
    expect(sent).toBeLessThan(10_000)
  })

  test('ends in time, and when its caller cancels', async () => {
    answerWith(untilAborted)
    const unreachable = (message: string) => ({ name: 'ReceiverUnreachableError', message })
    await expect(fetchSender().send(request)).rejects.toMatchObject(unreachable('timed out after 0.2 s'))
    const signal = AbortSignal.abort()
    await expect(fetchSender().send({ ...request, signal })).rejects.toMatchObject(unreachable('cancelled'))
  })

  test('reports a failed connection without the words of the runtime', async () => {
    answerWith(() => Promise.reject(new TypeError('internal error; reference = 0123456789abcdef')))
    await expect(fetchSender().send(request)).rejects.toThrow(/^no connection$/)
  })
})
