import { setTimeout as sleep } from 'node:timers/promises'
import { type DataSource, openSource, type SourceFlags } from '#data/source'
import { CliError, describeError } from '#errors'
import type { StoreUse } from '#store/store-use'
import type { Terminal } from '#terminal'

export interface ShowFlags extends SourceFlags {
  readonly watch?: true
}

const CLEAR = '\u001b[H\u001b[2J\u001b[3J'
const LEAST_WAIT_MS = 1_000
const MOST_WAIT_MS = 3_600_000

/**
 * Runs `show` once or, with `--watch`, whenever the instant that it returns (epoch milliseconds) has passed.
 */
export async function showFrom(
  flags: ShowFlags,
  terminal: Terminal,
  show: (source: DataSource) => Promise<number>,
  use: StoreUse = 'serving',
): Promise<void> {
  const source = await openSource(flags, terminal, use)
  const stopping = new AbortController()
  if (flags.watch) terminal.onStop(() => stopping.abort())
  try {
    do {
      if (flags.watch && terminal.columns !== undefined) await terminal.out(CLEAR)
      const next = await show(source).catch((error) => {
        if (!flags.watch || !(error instanceof CliError)) throw error
        terminal.err(`space-data: ${describeError(error)}\n`)
        return Date.now() + 60_000
      })
      if (!flags.watch) return
      const wait = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, next + LEAST_WAIT_MS - Date.now()))
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    } while (!stopping.signal.aborted)
  } finally {
    await source.close()
  }
}
