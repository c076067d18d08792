import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, vi } from 'vitest'
import { Reports } from '../../packages/core/src/features/reports/kept-reports.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { newFile, openPlace } from '../processes/stores.ts'
import { HOME, start } from '../support/child.ts'
import { monthlyReport } from '../support/monthly-report.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { residentMb } from './flood.ts'

/** A load that ended a server with a heap of 256 MB within seconds: each kept a part of the catalogue. */
export const READERS = 250
const BYTES_PER_SECOND = 3_000
const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** A client that asks for a whole list and reads a trickle of it. */
function slowReader(port: number, format: string, key: string, i: number) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (i % 4)}` })
  socket.on('error', () => {})
  let status: string | undefined
  socket.once('data', (data) => {
    status = /^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1]
    socket.pause()
  })
  socket.write(`GET /shell/objects?format=${format} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${key}\r\n\r\n`)
  const timer = setInterval(() => status && (socket.read(BYTES_PER_SECOND) ?? socket.read(0)), 1_000)
  return {
    status: () => status,
    leave() {
      clearInterval(timer)
      socket.destroy()
    },
  }
}

interface Figures {
  /** The most resident memory of the server. */
  readonly peakMb: number
  /** The median time that another client waits, in milliseconds. */
  readonly waitMs: number
}

/**
 * Lets slow readers request whole lists, `seconds` seconds each format, from a server with 256 MB of heap, while
 * another client is served; then stops it while others are read.
 */
export async function besideSlowReaders(seconds: number): Promise<{ alone: Figures; beside: Figures[] }> {
  const place = newFile()
  const store = await openPlace(place)
  // A sample that has a report is given no past, whose thread would take memory beside what is measured.
  await new Reports(openStore(store), '(sample)').put(monthlyReport())
  const operator = createSpaceData({ features: everything, store })
  await using server = start(process.execPath, [
    '--max-old-space-size=256',
    ...[PROGRAM, 'serve', '--sample', '--store', place, '--port', '0'],
  ])
  const [, home = ''] = await server.says(HOME)
  const port = Number(new URL(home).port)
  const url = `http://127.0.0.1:${port}`
  const issue = async (label: string) => (await operator.keys.issue({ tier: 'shell_basic', label })).key
  const keys = await Promise.all(['one', 'two', 'three', 'four'].map(issue))
  const [other, last] = [await issue('other'), await issue('last')]
  await vi.waitFor(async () => expect((await fetch(`${url}/globe/objects`)).status).toBe(200), {
    timeout: 120_000,
    interval: 500,
  })
  const ask = async () => {
    const headers = { 'x-api-key': other, connection: 'close' }
    expect((await fetch(`${url}/v1/space-weather/kp`, { headers })).status).toBe(200)
  }
  await ask()
  /** Serves another client for some seconds, and longer until a condition holds. */
  const served = async (what: string, isOver = () => true): Promise<Figures> => {
    const times: number[] = []
    let peakMb = 0
    const end = performance.now() + seconds * 1_000
    for (; performance.now() < end || !isOver(); await sleep(50)) {
      const askedAt = performance.now()
      await ask()
      times.push(performance.now() - askedAt)
      peakMb = Math.max(peakMb, residentMb(server.child.pid ?? 0))
    }
    times.sort((a, b) => a - b)
    const share = (part: number) => times[Math.floor(times.length * part)] ?? Number.POSITIVE_INFINITY
    console.log(
      `FIGURE ${what}: RSS ${peakMb.toFixed(0)} MB at most, another client p50 ${share(0.5).toFixed(0)} ms, ` +
        `p99 ${share(0.99).toFixed(0)} ms of ${times.length}`,
    )
    return { peakMb, waitMs: share(0.5) }
  }
  const alone = await served('no slow reader')
  const beside: Figures[] = []
  for (const format of ['ndjson', 'csv', 'parquet']) {
    const readers = Array.from({ length: READERS }, (_, i) => slowReader(port, format, keys[i % 4] ?? '', i))
    const areAnswered = () => readers.every(({ status }) => status() !== undefined)
    beside.push(await served(`${READERS} slow readers of ${format}`, areAnswered))
    const statuses = readers.map(({ status }) => status())
    const sent = statuses.filter((status) => status === '200').length
    expect(server.child.exitCode).toBeNull()
    expect(statuses.filter((status) => status === '429')).toHaveLength(READERS - sent)
    // One that fits into the buffers of the system ends at once, and makes room for another.
    if (format === 'ndjson') expect(sent).toBe(10)
    expect(sent).toBeGreaterThanOrEqual(10)
    for (const reader of readers) reader.leave()
    for (const key of [...keys, last]) (await begin(`${url}/shell/objects?format=csv`, key)).destroy()
  }
  const whole = `${url}/shell/objects?format=ndjson`
  const lists = await Promise.all(keys.slice(0, 2).map((key) => begin(whole, key)))
  server.child.kill('SIGTERM')
  const ends = lists.map(async (list) => {
    let end = ''
    for await (const chunk of list.setEncoding('utf8')) end = (end + chunk).slice(-1_000)
    return end
  })
  for (const end of await Promise.all(ends)) expect(end).toContain('"complete":true')
  await server.ended
  expect(server.child.exitCode).toBe(0)
  await operator.close()
  return { alone, beside }
}

/**
 * Begins a list, as soon as there is room for it. Not by `fetch`: that of Node takes a connection that closes
 * for the end of any response.
 */
function begin(url: string, key: string): Promise<IncomingMessage> {
  return vi.waitFor(
    async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        get(url, { agent: false, headers: { 'x-api-key': key } }, resolve).on('error', reject)
      })
      if (response.statusCode !== 200) response.destroy()
      expect(response.statusCode).toBe(200)
      return response
    },
    { timeout: PATIENCE_MS, interval: 100 },
  )
}
