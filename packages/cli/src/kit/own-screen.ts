import type { Terminal } from '#kit/terminal'

/** The alternate screen of a terminal: the previous content and its scrollback return at the end. */
const [ENTER, LEAVE] = ['\u001b[?1049h', '\u001b[?1049l']
const CLEAR = '\u001b[H\u001b[2J'

/** A display that is repeated until it is stopped. */
export interface Repetition {
  /** Aborted at Ctrl-C. */
  readonly signal: AbortSignal
  /** Empties the screen; does nothing if the output is not a terminal. */
  clear(): Promise<void>
}

/**
 * Runs `work` on the alternate screen until Ctrl-C. Leaves the screen immediately then, and after a failure.
 */
export async function onOwnScreen(
  terminal: Terminal,
  work: (repetition: Repetition) => Promise<void>,
): Promise<void> {
  const hasScreen = terminal.columns !== undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let isInside = hasScreen
  const leave = async () => {
    if (isInside) {
      isInside = false
      await terminal.out(LEAVE)
    }
  }
  terminal.onStop(() => {
    stopping.abort()
    // A second Ctrl-C ends the process as it is.
    leave().catch(() => {})
  })
  if (hasScreen) await terminal.out(ENTER)
  try {
    await work({ signal, clear: async () => (isInside ? terminal.out(CLEAR) : undefined) })
  } finally {
    await leave()
  }
}
