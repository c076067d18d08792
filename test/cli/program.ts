import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sqlite } from '@space-data/core/sqlite'
import { onTestFinished } from 'vitest'
import type { Terminal } from '../../packages/cli/src/kit/terminal.ts'
import { HOME } from '../support/child.ts'

/** The built program. */
const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

type Env = Readonly<Record<string, string>>

/** Creates a folder that is removed after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'space-data-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
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
  const url: string = printed.startsWith('{') ? JSON.parse(printed).url : HOME.exec(printed)?.[1]
  const told = Object.fromEntries([...printed.matchAll(/^ {2}(\w+) +(.*)$/gm)].map(([, ...pair]) => pair))
  return { url, lines: printed.trimEnd().split('\n'), told, child, finished: end }
}

/** Creates a terminal that records its output. */
export function fakeTerminal(env: Env = {}): Terminal & { stdout: string; stderr: string } {
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
