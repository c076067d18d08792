// From the start of the process to its first 200, beside a hello-world of bare node:http and one of Fastify.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMb, startServer } from './load.mjs'
import { inTurns, median, report, spread } from './measure.mjs'
import { PROGRAM } from './space-data.mjs'

const PATH = '/ref/units'
const peer = (name) => new URL(`servers/${name}.mjs`, import.meta.url).pathname

export async function start({ rounds = 15 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-start-'))
  const hello = join(folder, 'hello.json')
  writeFileSync(hello, JSON.stringify({ path: PATH, status: 200, headers: [], body: btoa('hello') }))
  try {
    const serve = ['serve', '--no-jobs', '--log', 'off', '--port', '0', '--store', 'memory:']
    const contenders = {
      'node:http': () => first(peer('raw'), [hello]),
      fastify: () => first(peer('fastify'), [hello]),
      'space-data serve, memory': () => first(PROGRAM, serve, folder),
    }
    for (const run of Object.values(contenders)) await run()
    const figures = await inTurns(rounds, contenders)
    const rows = Object.entries(figures).map(([name, runs]) => ({
      what: name,
      'ms to the first 200': spread(
        runs.map(({ ms }) => ms),
        0,
      ),
      'of node:http': spread(runs.map(({ ms }, round) => ms / figures['node:http'][round].ms)),
      MB: median(runs.map(({ mb }) => mb)).toFixed(0),
    }))
    report('start', 'From the start of the process to its first 200', rows, figures)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function first(file, args, cwd) {
  const before = performance.now()
  const server = await startServer(file, args, cwd ? { cwd } : {})
  const [response] = await once(get(server.url + PATH), 'response')
  const ms = performance.now() - before
  response.resume()
  if (response.statusCode !== 200) throw new Error(`${file}: ${response.statusCode}`)
  const mb = residentMb(server.pid)
  await server.stop()
  return { ms, mb }
}
