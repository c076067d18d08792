import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { start } from './child.ts'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'

export interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The body as it came, compressed perhaps. */
  readonly bytes: Uint8Array
}

/** Asks over a plain connection, adding no header of its own as `fetch` does. */
export type Exchange = (path: string, asking?: Asking) => Promise<Reply>

/** A shared cache between clients and an origin, ended when the test leaves the block. */
export interface SharedCache extends AsyncDisposable {
  readonly ask: Exchange
  /** Where it listens, if it does. */
  readonly url?: string
}

interface Setting {
  /** Such as `http://127.0.0.1:8787`. */
  readonly origin: string
  /** An empty folder for all its files. */
  readonly folder: string
}

/** Speaks HTTP to one origin. */
export function directly(origin: string): SharedCache {
  const agent = new Agent({ keepAlive: true })
  const ask: Exchange = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = request(origin + path, { agent, method, headers: { ...headers } }, async (response) => {
        const bytes = await buffer(response).catch(reject)
        if (!bytes) return
        resolve({
          status: response.statusCode ?? 0,
          headers: flat(response.headers),
          body: String(bytes),
          bytes,
        })
      })
      asked.on('error', reject).end(body)
    })
  return { ask, [Symbol.asyncDispose]: async () => agent.destroy() }
}

/**
 * nginx that keeps whatever it may: fresh answers for as long as they say, all others, errors too, for a
 * minute. It makes no difference of `Authorization`.
 */
export function nginx({ origin, folder }: Setting): Promise<SharedCache> {
  return nginxWith(
    folder,
    (port) => `
      proxy_cache_path ${folder}/cache keys_zone=all:8m;
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass ${origin}; proxy_http_version 1.1; proxy_set_header Connection '';
          proxy_cache all; proxy_cache_valid any 1m;
        }
      }`,
  )
}

/**
 * nginx with what stands in its `http` block, listening on the port it is given; all its files are in the
 * folder.
 */
export async function nginxWith(folder: string, http: (port: number) => string): Promise<SharedCache> {
  await mkdir(folder)
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return onFreePort(async (port) => {
    const configuration = `${asRoot} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      http { access_log off; ${temporary} ${http(port)} }`
    await writeFile(`${folder}/nginx.conf`, configuration)
    return start(NGINX, ['-e', `${folder}/error.log`, '-p', folder, '-c', `${folder}/nginx.conf`])
  })
}

/** Varnish with the subroutines that are given before its own; `parameters` such as `default_grace=0`. */
export async function varnish(
  { origin, folder }: Setting,
  vcl = '',
  parameters: readonly string[] = [],
): Promise<SharedCache> {
  await mkdir(folder)
  const { hostname, port } = new URL(origin)
  await writeFile(
    `${folder}/cache.vcl`,
    `vcl 4.1; backend default { .host = "${hostname}"; .port = "${port}"; } ${vcl}`,
  )
  return onFreePort(async (listening) =>
    start(VARNISH, [
      ...['-F', '-j', 'none', '-n', `${folder}/work`, '-s', 'malloc,32m'],
      ...['-a', `127.0.0.1:${listening}`, '-f', `${folder}/cache.vcl`],
      ...parameters.flatMap((parameter) => ['-p', parameter]),
    ]),
  )
}

/** The shared cache of undici, in this process. */
export function undici({ origin }: Pick<Setting, 'origin'>): SharedCache {
  const { Agent: UndiciAgent, interceptors } = requireUndici()
  const dispatcher = new UndiciAgent().compose(interceptors.cache({ type: 'shared' }))
  return {
    async ask(path, { method = 'GET', headers = {}, body } = {}) {
      const reply = await dispatcher.request({ origin, path, method, headers, body })
      const bytes = Buffer.from(await reply.body.arrayBuffer())
      return { status: reply.statusCode, headers: flat(reply.headers), body: String(bytes), bytes }
    },
    [Symbol.asyncDispose]: () => dispatcher.close(),
  }
}

const programs = ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(':')]
const find = (name: string) => programs.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
const NGINX = find('nginx') ?? ''
const VARNISH = find('varnishd') ?? ''

/**
 * Which shared caches there are on this machine; of those that are missing it is said that they are skipped.
 */
export const present = { nginx: NGINX !== '', varnish: VARNISH !== '', undici: Boolean(undiciPath()) }
for (const [name, isThere] of Object.entries(present)) {
  if (!isThere) console.warn(`SKIPPED: ${name} is not installed`)
}

interface Undici {
  readonly Agent: new () => {
    compose(interceptor: unknown): {
      request(asking: object): Promise<{
        statusCode: number
        headers: Record<string, string | string[]>
        body: { arrayBuffer(): Promise<ArrayBuffer> }
      }>
      close(): Promise<void>
    }
  }
  readonly interceptors: { cache(options: { type: 'shared' }): unknown }
}

function requireUndici(): Undici {
  return createRequire(import.meta.url)(undiciPath() ?? 'undici')
}

/** undici comes with the program that runs the Workers example; nothing of ours depends on it. */
function undiciPath(): string | undefined {
  try {
    return ['wrangler', 'miniflare', 'undici'].reduce(
      (from, name) => createRequire(from).resolve(name),
      new URL('../../examples/workers/package.json', import.meta.url).pathname,
    )
  } catch {
    return undefined
  }
}

/** Starts a program on a port that was free a moment ago, on another if it has been taken since. */
async function onFreePort(
  startOn: (port: number) => Promise<ReturnType<typeof start>>,
  tries = 3,
): Promise<SharedCache> {
  const port = await freePort()
  const started = await startOn(port)
  const client = directly(`http://127.0.0.1:${port}`)
  const close = async () => {
    await client[Symbol.asyncDispose]()
    await started[Symbol.asyncDispose]()
  }
  const giveUpAt = performance.now() + 2 * PATIENCE_MS
  while (started.child.exitCode === null && performance.now() < giveUpAt) {
    // A path that no origin has: what the cache keeps of it is asked for by no test.
    const answer = client.ask('/is-the-cache-up').then(
      () => true,
      () => false,
    )
    if (await Promise.race([answer, sleep(1_000, false)])) {
      return { ask: client.ask, url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
    }
    await sleep(50)
  }
  await close()
  if (tries > 1) return onFreePort(startOn, tries - 1)
  throw new Error(`a shared cache did not start:\n${started.output()}`)
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
