import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination, pino, stdTimeFunctions } from 'pino'
import { gatherLines } from '#serve/log/gather-lines'
import type { Log } from '#serve/log/log'
import { toLogEntry } from '#serve/log/log-entry'
import { requestLines } from '#serve/log/request-line'

const STDERR = 2

/** Lines are written in batches: one write per line would cost more than the response. */
const GATHERED = { minLength: 8_192, periodicFlush: 250 }
/**
 * Limit of the buffer in bytes when the reader stalls; further lines are dropped, so that the service
 * continues.
 */
const MOST_WAITING = 16 * 1_024 * 1_024
const LAST_WORDS_MS = 2_000

/**
 * Writes JSON lines to stderr: `{"level":"info","time":"…","event":"request",…}`; of requests that succeed
 * one in so many.
 */
export function jsonLog(oneIn: number): Log {
  // Before the stream: when both have waited, or the process exits, this passes its lines on first.
  const lines = gatherLines((text) => stream.write(text), GATHERED)
  const stream = destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING, ...GATHERED })
  // A broken stderr has no place to report to.
  let isBroken = false
  stream.on('error', () => {
    isBroken = true
  })
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    lines,
  )
  const requestLine = requestLines()
  let succeeded = 0
  const isSampled = (status: number) => status >= 400 || succeeded++ % oneIn === 0
  return {
    isForPeople: false,
    event(event) {
      if (event.type === 'request') {
        if (isSampled(event.status)) lines.write(requestLine(event))
        return
      }
      const entry = toLogEntry(event)
      if (entry) logger[entry.level](entry.fields, entry.message)
    },
    error: (line) => logger.error(line),
    warn: (line) => logger.warn(line),
    info: (line) => logger.info(line),
    async close() {
      lines.close()
      if (isBroken) return
      const patience = new AbortController()
      const { signal } = patience
      const closed = once(stream, 'close', { signal })
      stream.end()
      await Promise.race([closed, sleep(LAST_WORDS_MS, undefined, { signal })]).finally(() =>
        patience.abort(),
      )
    },
  }
}
