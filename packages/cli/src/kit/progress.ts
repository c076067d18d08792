import { formatInteger, formatSeconds } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { createTimeLeft } from '#kit/time-left'

/** Progress display. */
export interface Progress {
  update(done: number, total: number): void
  end(): void
}

const EVERY_MS = 5_000

/** Starts a progress bar on a terminal, otherwise a line on stderr every 5 seconds. */
export async function startProgress(things: string, terminal: Terminal): Promise<Progress> {
  return terminal.screen ? progressBar(things, terminal.screen) : progressLines(things, terminal)
}

async function progressBar(things: string, stream: NodeJS.WritableStream): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress')
  const format = '[{bar}] {text}'
  const options = { stream, format, hideCursor: null, clearOnComplete: true, gracefulExit: false }
  const drawn = new cliProgress.SingleBar(options)
  const formatProgress = progressFormatter(things)
  return {
    update(done, total) {
      if (!drawn.isActive) drawn.start(total, 0, { text: '' })
      drawn.setTotal(total)
      drawn.update(done, { text: formatProgress(done, total, Date.now()) })
    },
    end: () => drawn.stop(),
  }
}

/** The first line appears after 5 seconds, so that short work prints nothing. */
function progressLines(things: string, terminal: Terminal): Progress {
  let saidAt = Date.now()
  const formatProgress = progressFormatter(things)
  return {
    update(done, total) {
      const now = Date.now()
      const line = formatProgress(done, total, now)
      if (now - saidAt < EVERY_MS) return
      saidAt = now
      terminal.err(`${line}\n`)
    },
    end() {},
  }
}

/** Formats `12,000 of 30,000 objects, 6,100/s, 3 s left`; rate and time after the first two seconds. */
function progressFormatter(things: string) {
  const timeLeft = createTimeLeft()
  return (done: number, total: number, now: number): string => {
    const left = timeLeft(done, total, now)
    const pace = left ? `, ${formatInteger(left.rate)}/s, ${formatSeconds(left.seconds)} left` : ''
    return `${formatInteger(done)} of ${formatInteger(total)} ${things}${pace}`
  }
}
