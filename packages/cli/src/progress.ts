import { durationOf, wholeOf } from '#print'
import type { Terminal } from '#terminal'

/** How far a piece of work is. */
export interface Progress {
  update(done: number, total: number): void
  end(): void
}

const EVERY_MS = 5_000

/** A bar where a screen is watched, else a line on stderr every 5 seconds. */
export async function progressOf(things: string, terminal: Terminal): Promise<Progress> {
  return terminal.screen ? bar(things, terminal.screen) : lines(things, terminal)
}

async function bar(things: string, stream: NodeJS.WritableStream): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress')
  const format = '[{bar}] {words}'
  const options = { stream, format, hideCursor: null, clearOnComplete: true, gracefulExit: false }
  const drawn = new cliProgress.SingleBar(options)
  const words = wordsOf(things)
  return {
    update(done, total) {
      if (!drawn.isActive) drawn.start(total, 0, { words: '' })
      drawn.setTotal(total)
      drawn.update(done, { words: words(done, total, Date.now()) })
    },
    end: () => drawn.stop(),
  }
}

/** The first line comes after 5 seconds: what is quicker needs none. */
function lines(things: string, terminal: Terminal): Progress {
  let saidAt = Date.now()
  const words = wordsOf(things)
  return {
    update(done, total) {
      const now = Date.now()
      const line = words(done, total, now)
      if (now - saidAt < EVERY_MS) return
      saidAt = now
      terminal.err(`${line}\n`)
    },
    end() {},
  }
}

/** `12,000 of 30,000 objects, 6,100 a second, 3 s left`; the rate is counted from the first call on. */
function wordsOf(things: string) {
  let from: { readonly done: number; readonly at: number } | undefined
  return (done: number, total: number, now: number): string => {
    from ??= { done, at: now }
    const rate = ((done - from.done) * 1_000) / Math.max(1, now - from.at)
    const pace = rate > 0 ? `, ${wholeOf(rate)} a second, ${durationOf((total - done) / rate)} left` : ''
    return `${wholeOf(done)} of ${wholeOf(total)} ${things}${pace}`
  }
}
