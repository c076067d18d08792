// The feed of 60,000 objects in each of its formats, beside a server that makes the whole list in memory and
// then turns it into text. Each response is read by a process of its own; memory is that of the server.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from './load.mjs'
import { inTurns, median, report, spread } from './measure.mjs'
import { PROGRAM } from './space-data.mjs'

const PEER = fileURLToPath(new URL('servers/whole-list.mjs', import.meta.url))
const OBJECTS = 60_000
const FORMATS = ['ndjson', 'csv', 'parquet']

export async function feed({ rounds = 3 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-feed-'))
  const program = (...args) =>
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd: folder, encoding: 'utf8' })
  const store = `sqlite:${join(folder, 'feed.sqlite')}`
  const catalogue = join(folder, 'catalogue.csv')
  program('shell', 'synth', String(OBJECTS), catalogue)
  program('shell', 'run', '--catalogue', catalogue, '--store', store)
  const [key] = /sd_live_\w+/.exec(
    program('keys', 'issue', '--label', 'bench', '--tier', 'shell_basic', '--store', store),
  )
  const list = join(folder, 'list.ndjson')
  const ours = (format, isFirst) => async () => {
    const server = await startServer(
      PROGRAM,
      ['serve', '--no-jobs', '--log', 'off', '--port', '0', '--store', store],
      { cwd: folder },
    )
    try {
      const figures = await read(server, `/shell/objects?format=${format}`, { 'x-api-key': key })
      if (isFirst) writeFileSync(list, figures.body)
      return figures.of
    } finally {
      await server.stop()
    }
  }
  await ours('ndjson', true)()
  const peer = async () => {
    const server = await startServer(PEER, [list], { cwd: folder })
    try {
      return (await read(server, '/', {})).of
    } finally {
      await server.stop()
    }
  }
  const contenders = Object.fromEntries(FORMATS.map((format) => [format, ours(format)]))
  const figures = await inTurns(rounds, { ...contenders, 'JSON.stringify of the whole list': peer })
  const rows = Object.entries(figures).map(([what, runs]) => ({
    what,
    objects: OBJECTS,
    seconds: spread(runs.map(({ seconds }) => seconds)),
    MB: median(runs.map(({ bytes }) => bytes / 1e6)).toFixed(1),
    'MB over idle': spread(
      runs.map(({ overIdle }) => overIdle),
      0,
    ),
  }))
  report('feed', 'The list of every object of a catalogue', rows, figures)
  rmSync(folder, { recursive: true })
}

/** Reads a response to its end; `overIdle` is how much the peak of the server's memory rose, MB. */
async function read({ url, pid }, path, headers) {
  const idle = memoryMb(pid, 'VmRSS')
  const startedAt = performance.now()
  const response = await fetch(url + path, { headers })
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  const body = new Uint8Array(await response.arrayBuffer())
  const seconds = (performance.now() - startedAt) / 1_000
  return { body, of: { seconds, bytes: body.byteLength, overIdle: memoryMb(pid, 'VmHWM') - idle } }
}

function memoryMb(pid, field) {
  return (
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024
  )
}
