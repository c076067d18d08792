import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination, pino, stdTimeFunctions } from 'pino'
import { entryOf } from '#log/entry'
import type { Log } from '#log/log'

const STDERR = 2

/** Lines are gathered and written together: a write for each would cost more than the answer. */
const GATHERED = { minLength: 8_192, periodicFlush: 250 }
/** What waits for a reader that does not read, in bytes; more is let go, for the service matters more than its log. */
const MOST_WAITING = 16 * 1_024 * 1_024
const LAST_WORDS_MS = 2_000

/** JSON lines on stderr: `{"level":"info","time":"…","msg":"request",…}`. */
export function jsonLog(): Log {
  const stream = destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING, ...GATHERED })
  // Nobody is left who could be told.
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
    stream,
  )
  return {
    isForPeople: false,
    event(event) {
      const entry = entryOf(event)
      if (entry) logger[entry.level](entry.fields, entry.words)
    },
    error: (line) => logger.error(line),
    warn: (line) => logger.warn(line),
    info: (line) => logger.info(line),
    async close() {
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
