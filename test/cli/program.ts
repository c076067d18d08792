import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sqlite } from '@space-data/core/sqlite'
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import type { Terminal } from '../../packages/cli/src/kit/terminal.ts'
import type * as Program from '../../packages/cli/src/main.ts'
import { HOME } from '../support/child.ts'

/** The built program. */
const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** Runs the built program in this process: nothing is compiled, and what is tested is what is installed. */
export const main: (typeof Program)['main'] = async (argv, terminal) => {
  const built: typeof Program = await import(new URL('../../packages/cli/dist/main.js', import.meta.url).href)
  return built.main(argv, terminal)
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command that has ended in the process of the test. */
type FinishedHere = Omit<Finished, 'signal'>

type Env = Readonly<Record<string, string>>

/** Creates a folder that is removed after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'space-data-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a folder for all tests of a file or group. */
export function sharedFolder(): () => string {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'space-data-test-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return () => folder
}

/** Creates an empty SQLite store, as left by an unused server, and returns its location. */
export async function emptyStore(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  await (await sqlite(path)).close()
  return `sqlite:${path}`
}

/** Creates a data folder with an empty default store. */
export async function dataHome(): Promise<{ XDG_DATA_HOME: string }> {
  const folder = await tempFolder()
  await emptyStore(`${folder}/space-data/space-data.sqlite`)
  return { XDG_DATA_HOME: folder }
}

/**
 * Runs a command in its own process. `env` is the whole environment except `PATH`; `uid` runs it as another
 * user.
 */
export async function run(args: readonly string[], env: Env, uid?: number): Promise<Finished> {
  return finished(start(args, env, uid))
}

/**
 * Runs a command in this process, which takes a fraction of the time of `run`. Not for what depends on the
 * streams of a process, its signals, its user, or what its start loads.
 */
export async function inProcess(args: readonly string[], env: Env): Promise<FinishedHere> {
  const terminal = fakeTerminal({ ...NOWHERE, ...env })
  const code = await main(args, terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}

/** The default store of a command in this process is never that of whoever runs the tests. */
const NOWHERE = { XDG_DATA_HOME: '/proc/no-data-folder' }

/** Starts a command in this process that the test stops as a first SIGINT or SIGTERM does; ended after the test. */
export function beginInProcess(args: readonly string[], env: Env): BegunHere {
  const begun = beginOn(fakeTerminal({ ...NOWHERE, ...env }), args)
  onTestFinished(async () => void (await begun.stop()))
  return begun
}

/** A command that runs in the process of the test. */
interface BegunHere {
  /** What it has written to stdout so far. */
  readonly stdout: () => string
  /** What it has written to stderr so far. */
  readonly stderr: () => string
  readonly finished: Promise<FinishedHere>
  /** Stops it as a first SIGTERM does, and waits until it has ended. */
  stop(): Promise<FinishedHere>
}

function beginOn(own: FakeTerminal, args: readonly string[]): BegunHere {
  let stop = () => {}
  const terminal: FakeTerminal = {
    ...own,
    onStop(act) {
      stop = act
    },
  }
  const finished = main(args, terminal).then((code) => {
    return { code, stdout: terminal.stdout, stderr: terminal.stderr }
  })
  return {
    stdout: () => terminal.stdout,
    stderr: () => terminal.stderr,
    finished,
    stop() {
      stop()
      return finished
    },
  }
}

/** Starts a command that the test interrupts; killed after the test. */
export function begin(args: readonly string[], env: Env) {
  const child = start(args, env)
  const end = finished(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await end
  })
  return { child, finished: end }
}

/** A running server, stopped after the test. */
export interface Running {
  readonly url: string
  /** Lines on stdout before it was ready. */
  readonly lines: readonly string[]
  /** Lines of the banner by name, such as `Store`. */
  readonly told: Readonly<Record<string, string>>
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
}

/** A server in the process of the test. */
export interface RunningHere
  extends Pick<Running, 'url' | 'lines' | 'told'>,
    Pick<BegunHere, 'stderr' | 'stop'> {}

/**
 * Starts `serve` on a free port in this process and waits for its banner; stopped after the test. For the
 * limits see `inProcess`.
 */
export async function serveInProcess(args: readonly string[], env: Env): Promise<RunningHere> {
  const server = await serveHere(args, env)
  onTestFinished(async () => void (await server.stop()))
  return server
}

async function serveHere(args: readonly string[], env: Env): Promise<RunningHere> {
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const terminal: FakeTerminal = {
    // Lines of the log would stand among what the tests expect on stderr.
    ...fakeTerminal({ ...NOWHERE, SPACE_DATA_LOG: 'off', ...env }),
    async out(text) {
      this.stdout += text
      isReady()
    },
  }
  const { finished, stdout, stderr, stop } = beginOn(terminal, ['serve', '--port', '0', ...args])
  const early = await Promise.race([ready, finished])
  if (early) throw new Error(`serve ended with ${early.code}: ${early.stderr}`)
  return {
    ...readBanner(stdout()),
    stderr,
    stop() {
      hangUp()
      return stop()
    },
  }
}

/** Where Node keeps the connections of `fetch`. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

interface Dispatcher {
  close(): Promise<void>
}

/** Closes idle connections of this process's `fetch`: a server that stops waits for them half a second. */
function hangUp(): void {
  const global = globalThis as { [DISPATCHER]?: Dispatcher }
  const used = global[DISPATCHER]
  if (!used) return
  global[DISPATCHER] = new (used.constructor as new () => Dispatcher)()
  void used.close()
}

/** Starts `serve` on a free port and waits for its banner. */
export async function serve(args: readonly string[], env: Env): Promise<Running> {
  const child = start(['serve', '--port', '0', ...args], env)
  const end = finished(child)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await end
  })
  let printed = ''
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk
      if (/\/space-weather\/kp.*\n$/.test(printed) || printed.startsWith('{')) resolve()
    })
  })
  const early = await Promise.race([ready, end])
  if (early) throw new Error(`serve ended with ${early.code}: ${early.stderr}`)
  return { ...readBanner(printed), child, finished: end }
}

/** Sets the clock of this process ahead for the rest of the test; timers go on as before. */
export function setClockAhead(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

function readBanner(printed: string): Pick<Running, 'url' | 'lines' | 'told'> {
  const url: string = printed.startsWith('{') ? JSON.parse(printed).url : HOME.exec(printed)?.[1]
  const told = Object.fromEntries(
    [...printed.matchAll(/^ {2}(\w+)(?: +|\n)(.*)$/gm)].map(([, ...pair]) => pair),
  )
  return { url, lines: printed.trimEnd().split('\n'), told }
}

type FakeTerminal = Terminal & { stdout: string; stderr: string }

/** Creates a terminal that records its output. */
export function fakeTerminal(env: Env = {}): FakeTerminal {
  return {
    env,
    script: '/usr/local/bin/space-data',
    stdout: '',
    stderr: '',
    async out(text) {
      this.stdout += text
    },
    err(text) {
      this.stderr += text
    },
    async openErr() {
      return { write: (line) => this.err(line), close: async () => {} }
    },
    onStop() {},
  }
}

function start(args: readonly string[], env: Env, uid?: number): ChildProcess {
  const path = { PATH: process.env['PATH'] ?? '' }
  return spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
}

async function finished(child: ChildProcess): Promise<Finished> {
  const ended = new Promise<Pick<Finished, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve({ code, signal }))
  })
  const [end, stdout, stderr] = await Promise.all([ended, read(child.stdout), read(child.stderr)])
  return { ...end, stdout, stderr }
}

function read(stream: ChildProcess['stdout']): Promise<string> {
  return stream ? text(stream) : Promise.resolve('')
}
