import { CliError } from '#kit/errors'
import { type Present, presentOf, type TopicSource } from '#mqtt/topic-value'

/** The values of a source as they were read last. */
export interface Reading {
  /** By name; all are `null` when there is no answer. */
  readonly values: Readonly<Record<string, Present>>
  /** Until when the API says they are valid (epoch milliseconds); `undefined` when there are none. */
  readonly validUntil: number | undefined
  /** Until when they are published unless the next ones come; `undefined` when there are none. */
  readonly endsAt: number | undefined
}

/** How long a value is kept after the next one is due, which may take 20 s to come. */
const GRACE_MS = 30_000

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 15 * 60_000

/** For how long values of a source stay after they were published unless others come, in milliseconds. */
export function lifetimeOf({ validForMs }: TopicSource, everyMs: number): number {
  return Math.max(validForMs, everyMs) + GRACE_MS
}

interface Reader {
  /** Requests a path. */
  readonly read: (path: string) => Promise<Response>
  /** The least time between two requests for a path, in milliseconds. */
  readonly everyMs: number
  readonly signal: AbortSignal
  /** Waits for so many milliseconds, or until the signal. */
  readonly pause: (ms: number) => Promise<void>
  readonly onReading: (source: TopicSource, reading: Reading) => void
  readonly onFailure: (source: TopicSource, error: unknown) => void
}

/**
 * Reads a source whenever its values have expired, until the signal; without an answer there are none.
 * @param pathOf Returns the path as of now.
 */
export async function keepReading(source: TopicSource, pathOf: () => string, reader: Reader): Promise<void> {
  const { everyMs, signal } = reader
  let failures = 0
  while (!signal.aborted) {
    let waitMs: number
    try {
      const { values, remainingMs } = await readSource(source, await reader.read(pathOf()))
      const untilNextMs = Math.min(Math.max(remainingMs, everyMs), lifetimeOf(source, everyMs) - GRACE_MS)
      if (signal.aborted) return
      failures = 0
      waitMs = untilNextMs
      const now = Date.now()
      reader.onReading(source, {
        values,
        validUntil: now + remainingMs,
        endsAt: now + untilNextMs + GRACE_MS,
      })
    } catch (error) {
      if (signal.aborted) return
      waitMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
      failures += 1
      reader.onReading(source, noReading(source))
      reader.onFailure(source, error)
    }
    await reader.pause(waitMs)
  }
}

/**
 * Takes the values of an answer.
 * @returns the values, and for how long they are valid, in milliseconds: until the first instant that one of
 *   them says is to come, at most
 * @throws CliError for data that have expired, which a server may serve while its provider fails
 */
export async function readSource(
  source: TopicSource,
  response: Response,
): Promise<{ values: Reading['values']; remainingMs: number }> {
  // The clock of a server may differ from that of this machine.
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now()
  const { data, valid_until } = (await response.json()) as { data: unknown; valid_until: string }
  const remainingMs = Date.parse(valid_until) - now
  if (!(remainingMs >= 0)) throw new CliError('there are only expired data')
  const found = source.values.map((value) => ({ ...value, present: presentOf(value, data) }))
  const ahead = found.flatMap(({ deviceClass, present }) => {
    const leftMs = deviceClass === 'timestamp' ? Date.parse(String(present)) - now : 0
    return leftMs > 0 ? leftMs : []
  })
  const values = Object.fromEntries(found.map(({ name, present }) => [name, present]))
  return { values, remainingMs: Math.min(remainingMs, ...ahead) }
}

/** The reading of a source that has no values. */
export function noReading({ values }: TopicSource): Reading {
  const none = Object.fromEntries(values.map(({ name }) => [name, null]))
  return { values: none, validUntil: undefined, endsAt: undefined }
}
