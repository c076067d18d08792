// A keyed, counted, cached GET through `space-data serve`, beside bare node:http and frameworks that send the
// same bytes without a key or a count. Those of one family run in turns, each server alone on one core; CPU
// time per request is compared.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuPerRequest, loader, residentMb, startServer } from './load.mjs'
import { inTurns, median, report, spread } from './measure.mjs'
import { startNitro } from './nitro.mjs'
import { startPostgres } from './postgres.mjs'
import { startRedis } from './redis.mjs'
import { PROGRAM, record, startSpaceData } from './space-data.mjs'

const BUN = fileURLToPath(new URL('../test/node_modules/bun/bin/bun.exe', import.meta.url))
const KP = '/v1/space-weather/kp'
const SHELL = '/shell/density/550'
/** V8 goes on compiling for some seconds of load. */
const WARM_UPS = 3
const peer = (name) => new URL(`servers/${name}.mjs`, import.meta.url).pathname
const auth = ({ key }) => ({ 'x-api-key': key })
const bare = (recorded) => startServer(peer('raw'), [recorded])

/** Compares family after family: `seconds` of load for each contender in each round. */
export async function http({ rounds = 5, seconds = 3 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-http-'))
  try {
    const kp = join(folder, 'kp.json')
    const idleMb = await recordKp(kp)
    const figures = {}
    for (const family of [stores, frameworks, unchanged, shells, bun]) {
      Object.assign(figures, await measured(family, { kp, folder, rounds, seconds }))
    }
    const rows = Object.entries(figures).map(([name, { runs, bareRuns, mb }]) => ({
      what: name,
      'CPU of bare / its own': `${spread(
        runs.map(({ us }, round) => (100 * bareRuns[round].us) / us),
        0,
      )} %`,
      'CPU µs per request': spread(
        runs.map(({ us }) => us),
        1,
      ),
      'requests/s': median(runs.map(({ perSecond }) => perSecond)).toFixed(0),
      'MB after load': mb.toFixed(0),
    }))
    const title = `A cached GET over loopback, 64 connections by ${loader}; space-data: ${idleMb.toFixed(0)} MB at rest`
    report('http', title, rows, figures)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each family starts its contenders, the bare one first: a server, and how it is asked. */
async function stores({ kp, opened }) {
  const redis = await startRedis()
  const postgres = await startPostgres()
  return {
    'node:http': { server: await opened(bare(kp)) },
    'space-data, memory': await ours('memory:', opened),
    'space-data, SQLite, exact': await ours('sqlite:', opened),
    ...(redis && { 'space-data, Redis, exact': await ours((await opened(redis)).url, opened) }),
    ...(postgres && { 'space-data, Postgres, exact': await ours((await opened(postgres)).url, opened) }),
  }
}

async function frameworks({ kp, opened }) {
  const contenders = { 'frameworks: node:http': { server: await opened(bare(kp)) } }
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
  return {
    '304: node:http': { server: await opened(bare(recorded)), status: 304 },
    '304: space-data, memory': own,
  }
}

async function shells({ folder, opened }) {
  const catalogue = join(folder, 'catalogue.csv')
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', '2000', catalogue])
  const own = await withKey(startServer(peer('node-space-data'), [catalogue]), opened)
  const recorded = await record(own.server, SHELL, own.headers, join(folder, 'shell.json'))
  return {
    'shell: node:http': { server: await opened(bare(recorded)), path: SHELL },
    'shell: space-data on node:http, memory': { ...own, path: SHELL },
    'shell: the same in brotli': {
      ...own,
      path: SHELL,
      headers: { ...own.headers, 'accept-encoding': 'br' },
    },
  }
}

async function bun({ kp, opened }) {
  const onBun = (name, args) => startServer(peer(name), args, { runtime: BUN })
  return {
    'bun: Bun.serve': { server: await opened(onBun('bun-raw', [kp])) },
    'bun: space-data handle, memory': await withKey(onBun('bun-space-data', []), opened),
  }
}

async function measured(family, { kp, folder, rounds, seconds }) {
  const open = []
  const opened = async (starting) => {
    const server = await starting
    open.push(server)
    return server
  }
  try {
    const contenders = await family({ kp, folder, opened })
    const asks = Object.entries(contenders).map(([name, contender]) => {
      const { server, headers = LIKE_OURS, path = KP, status = 200 } = contender
      return [name, () => cpuPerRequest(server, path, headers, { seconds, status })]
    })
    for (const [, ask] of asks) for (let i = 0; i < WARM_UPS; i += 1) await ask()
    const figures = await inTurns(rounds, Object.fromEntries(asks))
    const [bareRuns] = Object.values(figures)
    return Object.fromEntries(
      Object.entries(figures).map(([name, runs]) => [
        name,
        { runs, bareRuns, mb: residentMb(contenders[name].server.pid) },
      ]),
    )
  } finally {
    for (const server of open.reverse()) await server.stop()
  }
}

/** A request to a peer is as long as one to us. */
const LIKE_OURS = { 'x-api-key': `sd_live_${'0'.repeat(36)}` }

async function ours(store, opened) {
  const server = await opened(startSpaceData(store))
  return { server, headers: auth(server) }
}

async function withKey(starting, opened) {
  const server = await opened(starting)
  const [, key] = /key (\S+)/.exec(server.printed)
  return { server, headers: auth({ key }) }
}

/**
 * Writes down our answer, for all others to send; gives what the program took in memory before its first
 * load.
 */
async function recordKp(file) {
  const server = await startSpaceData('memory:')
  try {
    await record(server, KP, auth(server), file)
    return residentMb(server.pid)
  } finally {
    await server.stop()
  }
}
