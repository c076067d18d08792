import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { expect, test, vi } from 'vitest'
import { Reports } from '../../packages/core/src/debris/reports/kept-reports.ts'
import { openStore } from '../../packages/core/src/storage/store.ts'
import { newFile, openPlace } from '../processes/stores.ts'
import { HOME, start } from '../support/child.ts'
import { monthlyReport } from '../support/monthly-report.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { orInSoak } from '../support/tier.ts'

/** A load that ended a server with a heap of 256 MB within seconds: each kept a part of the catalogue. */
const READERS = 250
const BYTES_PER_SECOND = 3_000
const SECONDS = orInSoak(8, 45)
const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

/** Returns the resident memory of a process in megabytes. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

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

test.skipIf(process.platform !== 'linux')(
  `${READERS} slow readers of whole lists on a heap of 256 MB, and a stop while others are read`,
  { timeout: 400_000 },
  async () => {
    const place = newFile()
    const store = await openPlace(place)
    // A sample that has a report is given no past, whose thread would take memory beside what is measured.
    await new Reports(openStore(store), '(sample)').put(monthlyReport())
    const operator = createSpaceData({ store })
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
      const watch = stopwatch()
      const { status } = await fetch(`${url}/v1/space-weather/kp`, { headers: { 'x-api-key': other } })
      expect(status).toBe(200)
      return watch.awakeMs
    }
    await ask()
    for (const format of ['ndjson', 'csv', 'parquet']) {
      const before = residentMb(server.child.pid ?? 0)
      const readers = Array.from({ length: READERS }, (_, i) =>
        slowReader(port, format, keys[i % 4] ?? '', i),
      )
      const times: number[] = []
      let peak = before
      for (const until = performance.now() + SECONDS * 1_000; performance.now() < until; await sleep(50)) {
        times.push(await ask())
        peak = Math.max(peak, residentMb(server.child.pid ?? 0))
      }
      const statuses = readers.map(({ status }) => status())
      const sent = statuses.filter((status) => status === '200').length
      times.sort((a, b) => a - b)
      const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
      console.log(
        `FIGURE ${READERS} slow readers of ${format}: ${sent} admitted, RSS ${before.toFixed(0)} to ${peak.toFixed(0)} MB, ` +
          `another client p50 ${times[Math.floor(times.length / 2)]} ms, p99 ${p99} ms of ${times.length}`,
      )
      expect(server.child.exitCode).toBeNull()
      expect(statuses.filter((status) => status === '429')).toHaveLength(READERS - sent)
      // One that fits into the buffers of the system ends at once, and makes room for another.
      if (format === 'ndjson') expect(sent).toBe(10)
      expect(sent).toBeGreaterThanOrEqual(10)
      expect(peak).toBeLessThan(400)
      expect(p99).toBeLessThan(2_000)
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
  },
)

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
