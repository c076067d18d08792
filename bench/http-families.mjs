// The contenders of `bench http`, by family: those of one family run in turns. Each has a server, the request to
// send to it, and its goals: its CPU time per request beside that of another of its family.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './load.mjs'
import { startNitro } from './nitro.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'
import { PROGRAM, record, startSpaceData } from './space-data.mjs'
import { startWorkerd } from './workerd.mjs'

const BUN = fileURLToPath(new URL('../test/node_modules/bun/bin/bun.exe', import.meta.url))
export const KP = '/v1/space-weather/kp'
const SHELL = '/shell/density/550'
const MEMORY = 'space-data, memory'

const peer = (name) => new URL(`servers/${name}.mjs`, import.meta.url).pathname
const onBun = (name, args) => startServer(peer(name), args, { runtime: BUN })
export const auth = ({ key }) => ({ 'x-api-key': key })

/**
 * Each starts its contenders, the bare one first. `opened` notes what is to be stopped; `kp` is the recorded
 * response that the peers send.
 */
export const families = {
  srvx: { title: '`handle(request)` on Node, over srvx', contenders: srvx },
  bun: { title: '`handle(request)` on Bun', contenders: bun },
  workerd: { title: '`handle(request)` in workerd', contenders: workerd },
  stores: { title: '`space-data serve` on each store', contenders: stores },
  frameworks: { title: 'Frameworks that send the same bytes', contenders: frameworks },
  unchanged: { title: '`space-data serve`, a 304', contenders: unchanged },
  log: { title: '`space-data serve` with an access log', contenders: log },
  shells: { title: 'One shell on `node:http`', contenders: shells },
  workers: { title: 'Two processes, on one core', contenders: workers },
}

/** The tier has more than 10,000 requests a day, so that those on a store are reserved. */
async function stores({ kp, opened }) {
  const likeMemory = [{ of: MEMORY, share: 0.97 }]
  const contenders = {
    'node:http': { server: await opened(startServer(peer('raw'), [kp])) },
    fastify: { server: await opened(startServer(peer('fastify'), [kp])) },
    [MEMORY]: { ...(await ours('memory:', opened)), goals: [{ of: 'fastify', share: 1 }] },
    'space-data, SQLite, reserved': { ...(await ours('sqlite:', opened)), goals: likeMemory },
  }
  for (const [name, start] of [
    ['Redis', startRedis],
    ['Postgres', startPostgres],
  ]) {
    const store = await start()
    if (!store) continue
    const { url } = await opened(store)
    contenders[`space-data, ${name}, reserved`] = { ...(await ours(url, opened)), goals: likeMemory }
  }
  return contenders
}

async function frameworks({ kp, opened }) {
  const contenders = { 'node:http': { server: await opened(startServer(peer('raw'), [kp])) } }
  for (const name of ['fastify', 'hono', 'itty', 'usual-kit']) {
    contenders[name] = { server: await opened(startServer(peer(name), [kp])) }
  }
  return { ...contenders, 'nitro, cached handler': { server: await opened(startNitro(kp)) } }
}

/** 304s, from servers that give nothing else. */
async function unchanged({ folder, opened }) {
  const own = { ...(await ours('memory:', opened)), status: 304 }
  const response = await fetch(own.server.url + KP, { headers: own.headers })
  await response.arrayBuffer()
  own.headers['if-none-match'] = response.headers.get('etag')
  const recorded = await record(own.server, KP, own.headers, join(folder, 'kp-304.json'))
  // Its requests have the tag, too: one header field more costs it as much as us.
  const bare = { server: await opened(startServer(peer('raw'), [recorded])), headers: own.headers }
  return {
    'node:http': { ...bare, status: 304 },
    'space-data, memory': { ...own, goals: [{ of: 'node:http', share: 0.95 }] },
  }
}

/** An access log to a file and to a pipe that is read. */
async function log({ folder, opened }) {
  const json = (fd) => ours('memory:', opened, { log: 'json', stdio: ['ignore', 'pipe', fd] })
  const goals = [{ of: 'off', share: 0.75 }]
  const file = openSync(join(folder, 'access.jsonl'), 'a')
  const pipe = await opened(openPipe(join(folder, 'access.pipe')))
  const contenders = {
    off: await ours('memory:', opened),
    'json to a file': { ...(await json(file)), goals },
    'json to a pipe': { ...(await json(pipe.fd)), goals },
  }
  closeSync(file)
  return contenders
}

async function shells({ folder, opened }) {
  const catalogue = join(folder, 'catalogue.csv')
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', '2000', catalogue])
  const own = await withKey(startServer(peer('node-space-data'), [catalogue]), opened)
  const recorded = await record(own.server, SHELL, own.headers, join(folder, 'shell.json'))
  const inBrotli = { ...own.headers, 'accept-encoding': 'br' }
  return {
    'node:http': { server: await opened(startServer(peer('raw'), [recorded])), path: SHELL },
    'space-data on node:http, memory': { ...own, path: SHELL },
    'the same in brotli': { ...own, path: SHELL, headers: inBrotli },
  }
}

/** `handle` over an adapter of fetch-standard handlers. */
async function srvx({ kp, opened }) {
  const bare = 'bare handler'
  return {
    [bare]: { server: await opened(startServer(peer('fetch-raw'), [kp])) },
    'space-data handle, memory': {
      ...(await withKey(startServer(peer('fetch-space-data')), opened)),
      goals: [{ of: bare, share: 0.8 }],
    },
  }
}

async function bun({ kp, opened }) {
  return {
    'Bun.serve': { server: await opened(onBun('bun-raw', [kp])) },
    hono: { server: await opened(onBun('bun-hono', [kp])) },
    'space-data handle, memory': {
      ...(await withKey(onBun('bun-space-data', []), opened)),
      goals: [
        { of: 'hono', share: 1 },
        { of: 'Bun.serve', share: 0.8 },
      ],
    },
  }
}

async function workerd({ kp, opened }) {
  const bare = 'bare Worker'
  const server = await opened(startWorkerd('worker-space-data', kp))
  const key = await (await fetch(`${server.url}/key`)).text()
  return {
    [bare]: { server: await opened(startWorkerd('worker-raw', kp)) },
    'space-data handle, memory': {
      server,
      headers: auth({ key }),
      goals: [{ of: bare, share: 0.8 }],
    },
  }
}

/**
 * One process and two, all on one core. Two cores carry twice what one core does, so two workers carry
 * 2 × (CPU time per request of one) / (of two, with the process that hands out connections).
 */
async function workers({ kp, opened }) {
  // Two processes on one core push each other's code and data out of its cache: so much for bare ones, too.
  const contenders = {
    '1 node:http': { server: await opened(startServer(peer('raw'), [kp])) },
    '2 node:http': {
      server: await opened(startServer(peer('raw-workers'), [kp])),
      goals: [{ of: '1 node:http', share: 1.8, processes: 2 }],
    },
  }
  // A store of its own for each: both issue a key at once, which one network may not.
  const [redisOfOne, redisOfTwo] = [await startRedis(), await startRedis()]
  const stores = [['SQLite', 'sqlite:', 'sqlite:']]
  if (redisOfOne) stores.push(['Redis', (await opened(redisOfOne)).url, (await opened(redisOfTwo)).url])
  for (const [name, storeOfOne, storeOfTwo] of stores) {
    const one = `1 on ${name}`
    contenders[one] = await ours(storeOfOne, opened)
    contenders[`2 on ${name}`] = {
      ...(await ours(storeOfTwo, opened, { workers: 2 })),
      goals: [{ of: one, share: 1.8, processes: 2 }],
    }
  }
  return contenders
}

async function ours(store, opened, options) {
  const server = await opened(startSpaceData(store, options))
  return { server, headers: auth(server) }
}

async function withKey(starting, opened) {
  const server = await opened(starting)
  const [, key] = /key (\S+)/.exec(server.printed)
  return { server, headers: auth({ key }) }
}

/** A pipe of the system, where a child's `stdio: 'pipe'` is a socket; `cat` reads it. */
async function openPipe(path) {
  execFileSync('mkfifo', [path])
  const reader = spawn('taskset', ['-c', '1', 'cat', path], { stdio: 'ignore' })
  const ended = once(reader, 'exit')
  const fd = openSync(path, 'w')
  return {
    fd,
    async stop() {
      closeSync(fd)
      await ended
    },
  }
}
