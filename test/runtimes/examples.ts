import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { untilItAnswers } from './bun.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
export const WRANGLER = root('examples/workers/node_modules/.bin/wrangler')
/** The programs themselves, not what npm starts them with: their process is the one that is asked. */
const deno = root('test/node_modules/deno/deno')

/** An example that listens; it is ended when the test leaves the block. */
export interface Example extends AsyncDisposable {
  readonly port: number
  /** The process that was started; what answers may be a child of it. */
  readonly pid: number | undefined
  /** Where the service stands, its base included. */
  readonly origin: string
  readonly output: () => string
  /** From the start of the process to its first answer, in milliseconds. */
  readonly startMs: number
}

export const hasDeno = existsSync(deno) || skippedAloud('Deno')
export const hasWrangler = existsSync(WRANGLER) || skippedAloud('wrangler')

/** Starts `examples/<name>/server.js`, or another file there, on Node, in an empty folder. */
export function startOnNode(name: string, base = '', env: object = {}, file = 'server.js'): Promise<Example> {
  const cwd = mkdtempSync(join(tmpdir(), 'space-data-'))
  return startOnPort(process.execPath, [root(`examples/${name}/${file}`)], { cwd, base, env })
}

/** Starts the listener of `examples/bun`, or `server.ts`, in an empty folder. */
export function startOnBun(file: 'server.ts' | 'listener.ts' = 'listener.ts'): Promise<Example> {
  const cwd = mkdtempSync(join(tmpdir(), 'space-data-'))
  return startOnPort(root('test/node_modules/.bin/bun'), [root(`examples/bun/${file}`)], { cwd })
}

const DENO_WORDS = ['run', '--cached-only', '--allow-net', '--allow-env', 'server.ts']

export function startOnDeno(): Promise<Example> {
  return startOnPort(deno, DENO_WORDS, { cwd: root('examples/deno') })
}

/** Starts examples/deno and waits until it answers; with `openFiles` it may open no more than so many. */
export async function startDenoExample(
  port: number,
  env: object = {},
  openFiles?: number,
): Promise<ReturnType<typeof start>> {
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `
  const started = start('sh', ['-c', `${limit}exec "$0" "$@"`, deno, ...DENO_WORDS], {
    cwd: root('examples/deno'),
    env: { PORT: String(port), ...env },
  })
  await untilItAnswers(started, port)
  return started
}

/**
 * Checks the types of the Deno example, and gives what is wrong; this workspace's packages are no installed
 * ones.
 */
export async function checkOnDeno(): Promise<string> {
  const words = ['check', '--cached-only', '--unstable-sloppy-imports', 'server.ts']
  await using checked = start(deno, words, { cwd: root('examples/deno'), env: { NO_COLOR: '1' } })
  await checked.ended
  return checked.child.exitCode === 0 ? '' : checked.output()
}

interface WorkerSettings {
  /** Another configuration than the example's own. */
  readonly config?: string
  /** Where its objects are kept; a new folder by default. */
  readonly state?: string
  readonly words?: readonly string[]
}

/** Starts a worker in workerd, the example's unless another configuration is named. */
export async function startOnWorkerd({ config, state, words = [] }: WorkerSettings = {}): Promise<Example> {
  const begun = performance.now()
  const place = state ?? mkdtempSync(join(tmpdir(), 'space-data-'))
  const fixed = [
    'dev',
    '--port',
    '0',
    '--inspector-port',
    '0',
    '--persist-to',
    place,
    '--show-interactive-dev-session=false',
  ]
  const started = start(WRANGLER, [...fixed, ...(config ? ['--config', config] : []), ...words], {
    cwd: root('examples/workers'),
    env: { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' },
  })
  const [, port] = await started
    .says(/Ready on http:\/\/[\w.]+:(\d+)/, 2 * PATIENCE_MS)
    .catch(async (error) => {
      await started[Symbol.asyncDispose]()
      throw error
    })
  return exampleOf(started, Number(port), '', begun)
}

async function startOnPort(
  program: string,
  words: readonly string[],
  { cwd, base = '', env = {} }: { cwd?: string; base?: string; env?: object } = {},
): Promise<Example> {
  const port = await freePort()
  const begun = performance.now()
  const started = start(program, words, { ...(cwd && { cwd }), env: { PORT: String(port), ...env } })
  await untilItAnswers(started, port).catch(async (error) => {
    await started[Symbol.asyncDispose]()
    throw error
  })
  return exampleOf(started, port, base, begun)
}

function exampleOf(started: ReturnType<typeof start>, port: number, base: string, begun: number): Example {
  return {
    port,
    pid: started.child.pid,
    origin: `http://127.0.0.1:${port}${base}`,
    output: started.output,
    startMs: performance.now() - begun,
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  }
}

function skippedAloud(runtime: string): false {
  console.warn(`SKIPPED: ${runtime} is not installed`)
  return false
}
