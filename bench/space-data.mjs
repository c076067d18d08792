// `space-data serve` as a contender: a folder of its own, limits that no benchmark reaches, one free key.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './load.mjs'

export const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/space-data.mjs', import.meta.url))
const CONFIG = { tiers: { free: { requests_per_day: 1_000_000_000 } } }
/** Node's own, or made anew for each connection: not part of what is compared. */
const NOT_OURS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * Starts it on a store: `memory:`, `sqlite:` (a file of its own) or an address; `stdio` is where an access
 * log goes. With `jobs` the sample makes its past and its shells.
 */
export async function startSpaceData(store, { log = 'off', workers = 1, jobs = false, stdio } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-bench-'))
  writeFileSync(join(folder, 'space-data.config.json'), JSON.stringify(CONFIG))
  const where = store === 'sqlite:' ? `sqlite:${join(folder, 'bench.sqlite')}` : store
  const args = ['serve', '--sample', '--hapi', '--log', log, '--port', '0', '--store', where]
  args.push('--workers', String(workers), ...(jobs ? [] : ['--no-jobs']))
  const server = await startServer(PROGRAM, args, { cwd: folder, ...(stdio && { stdio }) })
  const response = await fetch(`${server.url}/v1/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"label":"bench"}',
  })
  const { key } = await response.json()
  if (!key) {
    await server.stop()
    throw new Error(`no key on ${store}: ${response.status}`)
  }
  return {
    ...server,
    key,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * Writes down the second answer to a request, which the cache gives, for `servers/` to send; gives the file's
 * name.
 */
export async function record(server, path, headers, file) {
  await (await fetch(server.url + path, { headers })).arrayBuffer()
  const response = await fetch(server.url + path, { headers })
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const fields = [...response.headers].filter(([field]) => !NOT_OURS.has(field))
  writeFileSync(file, JSON.stringify({ path, status: response.status, headers: fields, body }))
  return file
}
