import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'

/** A Postgres of a test's own, on a free port, which is ended by its id when the test leaves the block. */
export interface PostgresServer extends AsyncDisposable {
  /** With user `space` and password `correct-horse`. */
  readonly url: string
  readonly port: number
  /** Folder of its files. */
  readonly data: string
  /** Runs SQL as `psql` does, as the superuser of the database, and gives what it prints. */
  sql(text: string): Promise<string>
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder. */
  start(): Promise<void>
  /** SIGSTOP to all of its processes: it keeps its connections and answers nothing. */
  pause(): Promise<void>
  resume(): Promise<void>
}

const run = promisify(execFile)

/** Where Debian keeps the programs of each version, or a folder of PATH. */
function programFolder(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

const programs = programFolder()

/** Whether Postgres is installed here; prints why the tests that need it are skipped where it is not. */
export async function havePostgres(): Promise<boolean> {
  if (programs === undefined) console.warn('SKIPPED: postgres is not installed')
  return programs !== undefined
}

/** Postgres refuses to run as root, who therefore becomes the user of its package. */
const user =
  process.getuid?.() === 0 && programs !== undefined ? { uid: idOf('-u'), gid: idOf('-g') } : undefined

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

/** Starts a Postgres with settings such as `'fsync=off'`, and a superuser `space`. */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-pg-'))
  const password = join(folder, 'password')
  writeFileSync(password, 'correct-horse\n')
  for (const path of [folder, password]) own(path)
  const data = join(folder, 'data')
  const words = ['-D', data, '-U', 'space', '--pwfile', password, '--no-sync', '--locale=C', '-E', 'UTF8']
  const auth = ['--auth-host=scram-sha-256', '--auth-local=trust']
  await run(join(programs ?? '', 'initdb'), [...words, ...auth], { ...user, cwd: folder })
  const port = await freePort()
  let child = await launch(port, folder, settings)

  return {
    url: `postgres://space:correct-horse@127.0.0.1:${port}/postgres`,
    port,
    data,
    sql: (text) => sql(port, folder, text),
    kill: () => end(child),
    async start() {
      child = await launch(port, folder, settings)
    },
    pause: () => signal(child, 'SIGSTOP'),
    resume: () => signal(child, 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function own(path: string): void {
  chmodSync(path, 0o700)
  if (user) chownSync(path, user.uid, user.gid)
}

/** Resolves once it answers. */
async function launch(port: number, folder: string, settings: readonly string[]): Promise<ChildProcess> {
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`]
  const words = [...own, 'shared_buffers=16MB', ...settings].flatMap((setting) => ['-c', setting])
  const child = spawn(join(programs ?? '', 'postgres'), ['-D', join(folder, 'data'), ...words], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const giveUpAt = performance.now() + 2 * PATIENCE_MS
  while ((await sql(port, folder, 'SELECT 1').catch(String)) !== '1') {
    if (performance.now() > giveUpAt) throw new Error('Postgres did not start')
    await Promise.race([
      sleep(20),
      ended.then(([code]) => Promise.reject(new Error(`Postgres ended with ${code}`))),
    ])
  }
  return child
}

async function sql(port: number, folder: string, text: string): Promise<string> {
  const words = ['-X', '-A', '-t', '-q', '-h', folder, '-p', String(port), '-U', 'space', '-d', 'postgres']
  const { stdout } = await run('psql', [...words, '-v', 'ON_ERROR_STOP=1', '-c', text])
  return stdout.trim()
}

/** The server and the processes that it has started: one for each connection, and its own helpers. */
async function processesOf({ pid }: ChildProcess): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  return [Number(pid), ...stdout.split('\n').map(Number).filter(Boolean)]
}

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(child)) tell(pid, name)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const processes = await processesOf(child)
  for (const pid of processes) tell(pid, 'SIGKILL')
  await exited
  while (processes.some((pid) => tell(pid, 0))) await sleep(5)
}

/** Whether the process still existed. */
function tell(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
