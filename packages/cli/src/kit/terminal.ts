import type { WriteStream } from 'node:tty'
import type { LineSink } from '#kit/line-sink'
import { workerSlot } from '#serve/worker-slot'

/** Color depth in bits: 1 none, 4 sixteen colors, 8 256 colors, 24 true color. */
export type ColorDepth = 1 | 4 | 8 | 24

/** The process as seen by commands; tests replace it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of the started script, or of the link that npm made to it. */
  readonly script: string
  /** Writes to stdout; rejects on a closed pipe or a full disk. */
  out(text: string): Promise<void>
  /** Piped stdin; absent on a terminal. */
  readonly input?: AsyncIterable<Uint8Array> | undefined
  /** Writes to stderr; errors are ignored. */
  err(text: string): void
  /** Opens stderr for many lines: they are gathered, and dropped while no one reads them. */
  openErr(): Promise<LineSink>
  /** Stderr as a terminal for a progress bar; absent otherwise. */
  readonly screen?: NodeJS.WritableStream | undefined
  /** Color depth of stdout; default: none. */
  readonly colors?: ColorDepth | undefined
  /** Color depth of stderr; default: none. */
  readonly errColors?: ColorDepth | undefined
  /** Width of stdout in characters; absent if it is not a terminal. */
  readonly columns?: number | undefined
  /** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process. */
  onStop(stop: () => void): void
}

/**
 * npm and pnpm forward a Ctrl-C that the terminal has already sent: a second SIGINT within this time is the
 * same one.
 */
const ECHO_MS = 100

/** Returns the terminal of this process. */
export function processTerminal(): Terminal {
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  return {
    env: process.env,
    script: process.argv[1] ?? '',
    out: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
      }),
    get input() {
      return process.stdin.isTTY ? undefined : process.stdin
    },
    err: (text) => void process.stderr.write(text),
    openErr: async () => (await import('#kit/buffered-stderr')).bufferedStderr(),
    screen: process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? process.stderr : undefined,
    colors: detectColorDepth(process.stdout, process.env),
    errColors: detectColorDepth(process.stderr, process.env),
    get columns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined
    },
    onStop: workerSlot(process.env) === undefined ? onStop : onStopOfWorker,
  }
}

/** Returns the terminal without notices: nothing is written to stderr, and there is no progress bar. */
export function withoutNotices(terminal: Terminal): Terminal {
  return { ...terminal, err() {}, screen: undefined }
}

/** Returns the terminal without a limit of the width if `--wide` is set. */
export function inWidth({ wide }: { readonly wide?: true }, terminal: Terminal): Terminal {
  return wide && terminal.columns !== undefined
    ? { ...terminal, columns: Number.POSITIVE_INFINITY }
    : terminal
}

const FORCED: Readonly<Record<string, ColorDepth>> = { '': 4, '1': 4, true: 4, '2': 8, '3': 24 }

/**
 * Returns the color depth: none if the stream is no terminal or `NO_COLOR` is set. `FORCE_COLOR` overrides
 * both, as in Node.
 */
export function detectColorDepth(
  stream: Pick<WriteStream, 'isTTY' | 'getColorDepth'>,
  env: Terminal['env'],
): ColorDepth {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return FORCED[forced] ?? 1
  if (!stream.isTTY || env['NO_COLOR']) return 1
  return stream.getColorDepth(env) as ColorDepth
}

function onStop(stop: () => void): void {
  let stoppedAt: number | undefined
  process.on('SIGINT', listener).on('SIGTERM', listener)

  function listener(signal: NodeJS.Signals): void {
    if (stoppedAt === undefined) {
      stoppedAt = Date.now()
      stop()
    } else if (signal !== 'SIGINT' || Date.now() - stoppedAt > ECHO_MS) {
      process.off('SIGINT', listener).off('SIGTERM', listener)
      process.kill(process.pid, signal)
    }
  }
}

/**
 * Calls `stop` at the first SIGTERM, which the first process sends to its workers. Ignores SIGINT and further
 * SIGTERMs: a terminal or a supervisor sends its signal to all processes of the group as well. Forcing the
 * first process to end also ends its workers.
 */
function onStopOfWorker(stop: () => void): void {
  process.once('SIGTERM', stop).on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
}
