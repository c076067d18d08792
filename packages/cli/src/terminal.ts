import type { WriteStream } from 'node:tty'

/** Bits of colour that a stream shows: 1 is none, 4 the sixteen of every terminal, 24 all. */
export type ColourDepth = 1 | 4 | 8 | 24

/** What a command may touch of the process that runs it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The path that Node was started with: the program's file, or the link to it that npm made. */
  readonly script: string
  /** Writes to stdout; fails when that cannot be done, such as into a closed pipe or onto a full disk. */
  out(text: string): Promise<void>
  /** What is piped into stdin; absent when that is a screen. */
  readonly input?: AsyncIterable<Uint8Array> | undefined
  /** Writes to stderr, whether it arrives or not. */
  err(text: string): void
  /** Stderr as a screen that a bar can be drawn on; absent when nobody watches. */
  readonly screen?: NodeJS.WritableStream | undefined
  /** Colours of stdout; absent is none. */
  readonly colours?: ColourDepth | undefined
  /** Colours of stderr; absent is none. */
  readonly errColours?: ColourDepth | undefined
  /** Width of stdout in characters; absent when it is not a screen. */
  readonly columns?: number | undefined
  /** Height of stdout in lines; absent when it is not a screen. */
  readonly rows?: number | undefined
  /** Calls `stop` at the first SIGINT or SIGTERM; a second one ends the process at once. */
  onStop(stop: () => void): void
}

/** npm and pnpm pass on a Ctrl-C that the terminal has sent to their child already: the same one, twice. */
const ECHO_MS = 100

/** The terminal of this very process. */
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
    screen: process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? process.stderr : undefined,
    colours: colourDepthOf(process.stdout, process.env),
    errColours: colourDepthOf(process.stderr, process.env),
    get columns() {
      return process.stdout.isTTY ? process.stdout.columns : undefined
    },
    get rows() {
      return process.stdout.isTTY ? process.stdout.rows : undefined
    },
    onStop,
  }
}

const FORCED: Readonly<Record<string, ColourDepth>> = { '': 4, '1': 4, true: 4, '2': 8, '3': 24 }

/** Colours are for a screen, unless `NO_COLOR` is set; `FORCE_COLOR` wins over both, as it does in Node itself. */
export function colourDepthOf(
  stream: Pick<WriteStream, 'isTTY' | 'getColorDepth'>,
  env: Terminal['env'],
): ColourDepth {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return FORCED[forced] ?? 1
  if (!stream.isTTY || env['NO_COLOR']) return 1
  return stream.getColorDepth(env) as ColourDepth
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
