import { CliError } from '#kit/errors'
import { type Present, presentOf, type TopicSource } from '#mqtt/topic-value'

/** The values of a source from its last read. */
export interface Reading {
  /** By name; all are `null` without a response. */
  readonly values: Readonly<Record<string, Present>>
  /** End of their validity according to the API (epoch milliseconds); `undefined` when there are none. */
  readonly validUntil: number | undefined
  /** End of their publication unless newer values arrive; `undefined` when there are none. */
  readonly endsAt: number | undefined
}

/** How long a value is kept after the next one is due, which may take 20 s to arrive. */
const GRACE_MS = 30_000

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 15 * 60_000

/** Returns how long published values of a source stay unless newer ones arrive, in milliseconds. */
export function lifetimeOf({ validForMs }: TopicSource, everyMs: number): number {
  return Math.max(validForMs, everyMs) + GRACE_MS
}

interface Reader {
  /** Requests a path. */
  readonly read: (path: string) => Promise<Response>
  /** Minimum time between two requests for a path, in milliseconds. */
  readonly everyMs: number
  readonly signal: AbortSignal
  /** Waits for a number of milliseconds, or until the signal. */
  readonly pause: (ms: number) => Promise<void>
  readonly onReading: (source: TopicSource, reading: Reading) => void
  readonly onFailure: (source: TopicSource, error: unknown) => void
}

/**
 * Reads a source whenever its values have expired, until the signal; without a response, it has no values.
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
 * Reads the values of a source.
 * @returns the values, and for how long they are valid, in milliseconds: at most until the first future
 *   instant among them
 * @throws CliError for data that have expired, which a server may serve while its provider fails
 */
export async function readSource(
  source: TopicSource,
  response: Response,
): Promise<{ values: Reading['values']; remainingMs: number }> {
  // The clock of a server may differ from the clock of this machine.
  const now = Date.parse(response.headers.get('date') ?? '') || Date.now()
  const { data, valid_until } = (await response.json()) as { data: unknown; valid_until: string }
  const remainingMs = Date.parse(valid_until) - now
  if (!(remainingMs >= 0)) throw new CliError('only expired data are available')
  const found = source.values.map((value) => ({ ...value, present: presentOf(value, data) }))
  const ahead = found.flatMap(({ deviceClass, present }) => {
    const leftMs = deviceClass === 'timestamp' ? Date.parse(String(present)) - now : 0
    return leftMs > 0 ? leftMs : []
  })
  const values = Object.fromEntries(found.map(({ name, present }) => [name, present]))
  return { values, remainingMs: Math.min(remainingMs, ...ahead) }
}

/** Returns the reading of a source without values. */
export function noReading({ values }: TopicSource): Reading {
  const none = Object.fromEntries(values.map(({ name }) => [name, null]))
  return { values: none, validUntil: undefined, endsAt: undefined }
}
