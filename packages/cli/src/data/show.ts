import { setTimeout as sleep } from 'node:timers/promises'
import { type DataSource, openSource, type SourceFlags } from '#data/source'
import { CliError, describeError } from '#kit/errors'
import { onOwnScreen, type Repetition } from '#kit/own-screen'
import type { Terminal } from '#kit/terminal'
import type { StoreUse } from '#store/store-use'

export interface ShowFlags extends SourceFlags {
  readonly watch?: true
}

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
  try {
    if (flags.watch)
      await onOwnScreen(terminal, (repetition) => repeat(() => show(source), repetition, terminal))
    else await show(source)
  } finally {
    await source.close()
  }
}

async function repeat(
  show: () => Promise<number>,
  { signal, clear }: Repetition,
  terminal: Terminal,
): Promise<void> {
  while (!signal.aborted) {
    await clear()
    const next = await show().catch((error) => {
      if (!(error instanceof CliError)) throw error
      terminal.err(`space-data: ${describeError(error)}\n`)
      return Date.now() + 60_000
    })
    const wait = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, next + LEAST_WAIT_MS - Date.now()))
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
}
