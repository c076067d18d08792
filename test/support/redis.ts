import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'

/** A Redis of a test's own, on a free port, which is ended by its id when the test leaves the block. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Sends a command as `redis-cli` does and gives what it prints. */
  cli(...args: readonly string[]): Promise<string>
  /** SIGKILL: what it had not written is lost. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder. */
  start(): Promise<void>
  /** SIGSTOP: it keeps its connections and answers nothing. */
  pause(): void
  resume(): void
}

/** Whether Redis is installed here; prints why the tests that need it are skipped where it is not. */
export async function haveRedis(): Promise<boolean> {
  try {
    await run('redis-server', ['--version'])
    return true
  } catch {
    console.warn('SKIPPED: redis-server is not installed')
    return false
  }
}

const run = promisify(execFile)

/**
 * Starts a Redis that keeps nothing on disk and copies itself to a replica at once, unless told otherwise by
 * `settings`, such as `['--appendonly', 'yes']`.
 */
export async function startRedis(...settings: readonly string[]): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-redis-'))
  const port = await freePort()
  return serve(port, folder, () => launch(port, folder, settings))
}

async function serve(
  port: number,
  folder: string,
  launchAgain: () => Promise<ChildProcess>,
): Promise<RedisServer> {
  let child = await launchAgain()
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cli: (...args) => cli(port, args),
    async kill() {
      await end(child)
    },
    async start() {
      child = await launchAgain()
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a Sentinel; it watches over nobody unless a primary is given, which two have to find dead. */
export async function startSentinel(watched?: {
  readonly name: string
  readonly port: number
}): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-redis-'))
  const port = await freePort()
  const config = join(folder, 'sentinel.conf')
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`]
  if (watched) {
    const { name } = watched
    lines.push(
      `sentinel monitor ${name} 127.0.0.1 ${watched.port} 2`,
      `sentinel down-after-milliseconds ${name} 1000`,
      `sentinel failover-timeout ${name} 4000`,
    )
  }
  writeFileSync(config, lines.map((line) => `${line}\n`).join(''))
  return serve(port, folder, () => launched(port, [config, '--sentinel']))
}

function launch(port: number, folder: string, settings: readonly string[]): Promise<ChildProcess> {
  const own = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ]
  return launched(port, [...own, ...settings])
}

/** Resolves once it answers. */
async function launched(port: number, words: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', words, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const giveUpAt = performance.now() + 2 * PATIENCE_MS
  // With a password it answers NOAUTH, which is an answer.
  while (!/PONG|NOAUTH/.test(await cli(port, ['PING']).catch(String))) {
    if (performance.now() > giveUpAt) throw new Error('Redis did not start')
    await Promise.race([
      sleep(20),
      ended.then(([code]) => Promise.reject(new Error(`Redis ended with ${code}`))),
    ])
  }
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function cli(port: number, args: readonly string[]): Promise<string> {
  // A Redis that stands still would be waited for. Not `timeout`: on a busy machine Node ends what has just ended well, and gives nothing for its output.
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const { stdout } = await run('redis-cli', ['-p', String(port), ...args], { signal })
  return stdout.trim()
}
