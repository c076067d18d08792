import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination } from 'pino'
import { gatherLines } from '#kit/gather-lines'
import type { LineSink } from '#kit/line-sink'

const STDERR = 2

/** Lines are written in batches: one write per line would cost more than a response. */
const BATCH = { minLength: 8_192, periodicFlush: 250 }
/**
 * Limit of the buffer in bytes when the reader stalls; further lines are dropped, so that the service
 * continues.
 */
const MOST_WAITING = 16 * 1_024 * 1_024
const LAST_WORDS_MS = 2_000

/** Opens stderr for many lines. */
export function bufferedStderr(): LineSink {
  // Created before the stream, so that on a flush or at exit it passes its lines on first.
  const lines = gatherLines((text) => stream.write(text), BATCH)
  const stream = destination({ fd: STDERR, sync: false, maxLength: MOST_WAITING, ...BATCH })
  // A broken stderr cannot be reported anywhere.
  let isBroken = false
  stream.on('error', () => {
    isBroken = true
  })
  return {
    write: (line) => lines.write(line),
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
