// From the start of the process to its first 200, beside a hello-world of bare node:http and one of Fastify.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMb, startServer } from './load.mjs'
import { goal, inTurns, median, report, spread } from './measure.mjs'
import { PROGRAM } from './space-data.mjs'

const OURS = 'space-data serve, memory'
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
      [OURS]: () => first(PROGRAM, serve, folder),
    }
    for (const run of Object.values(contenders)) await run()
    const figures = await inTurns(rounds, contenders)
    const ratios = (runs) => runs.map(({ ms }, round) => ms / figures['node:http'][round].ms)
    const rows = Object.entries(figures).map(([name, runs]) => ({
      what: name,
      'ms to the first 200': spread(
        runs.map(({ ms }) => ms),
        0,
      ),
      'times node:http': spread(ratios(runs)),
      MB: median(runs.map(({ mb }) => mb)).toFixed(0),
    }))
    const goals = [
      goal({ what: OURS, ratioOf: 'time', to: 'node:http', atMost: 1.35, ratios: ratios(figures[OURS]) }),
    ]
    report('start', 'From the start of the process to its first 200', rows, figures, goals)
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
