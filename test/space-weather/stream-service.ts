import type { SpaceDataOptions } from '@space-data/core'
import { onTestFinished, vi } from 'vitest'
import { faultyBackend } from '../support/faulty-backend.ts'
import { stoppedClock, testService } from '../support/service.ts'

/** An event as it was sent, by its fields. */
export interface Sent {
  readonly id?: string
  readonly event?: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the path.
  readonly data?: any
  readonly text: string
}

/** An open stream: what it has sent so far, by event. */
export class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #text = ''
  isOver = false

  constructor(response: Response) {
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
    void this.#read()
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder()
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      this.#text += decoder.decode(next.value, { stream: true })
    }
    this.isOver = true
  }

  get sent(): Sent[] {
    return this.#text
      .split('\n\n')
      .slice(0, -1)
      .map((text) => {
        const fields = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)))
        return { ...fields, ...(fields.data && { data: JSON.parse(fields.data) }), text }
      })
  }

  /** What has data: neither the opening nor comments. */
  get events(): Sent[] {
    return this.sent.filter(({ data }) => data !== undefined)
  }

  get lastId(): string | undefined {
    return this.sent.findLast(({ id }) => id !== undefined)?.id
  }

  async leave(): Promise<void> {
    await this.#reader.cancel()
  }
}

/** Makes the timers of streams those of the test, until its end. */
export function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** An instance whose streams of a path run on a fake timer, over a store with faults. */
export async function streamService(
  path: string,
  options: SpaceDataOptions = {},
  clock = stoppedClock('2026-11-21T12:00:00Z'),
) {
  const faulty = faultyBackend()
  const service = await testService({ store: faulty.backend, ...options }, clock)
  onTestFinished(() => service.spaceData.close())
  const request = (
    query = '',
    headers: Record<string, string> = {},
    key = service.key,
    ip: string | undefined = '192.0.2.1',
  ) =>
    service.spaceData.handle(
      new Request(`http://space-data.test${path}${query}`, { headers: { 'x-api-key': key, ...headers } }),
      { ip },
    )
  return {
    ...service,
    faulty,
    request,
    open: async (...given: Parameters<typeof request>) => new Reader(await request(...given)),
    /** Lets time pass, for timers and for the clock. */
    async pass(ms: number) {
      clock.advance(ms)
      await vi.advanceTimersByTimeAsync(ms)
    },
  }
}
