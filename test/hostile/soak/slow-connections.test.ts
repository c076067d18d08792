import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { closeOf } from '../keep-alive-client.ts'
import { get } from '../requests/odd-request.ts'
import { startNode } from '../servers.ts'
import { closedWithReason, realClient } from '../slow-clients.ts'
import { connectTo } from '../wire.ts'

const CONNECTIONS = 1_000

test('another client waits beside slow connections hardly longer than without them', {
  timeout: 300_000,
}, async () => {
  await using server = await startNode()
  const before = await realClient(server, 300).end()
  const client = realClient(server, 300)
  const told = await closedWithReason(server, CONNECTIONS)
  const { asked, answered, median, p99 } = await client.end()
  console.log(
    `FIGURE a real client beside ${CONNECTIONS} slow ones of each kind: ${answered} of ${asked} answered, ` +
      `median ${median.toFixed(1)} ms (${before.median.toFixed(1)} without them), p99 ${p99.toFixed(1)} ms`,
  )
  expect(told).toEqual({ nothing: CONNECTIONS, headers: CONNECTIONS, body: CONNECTIONS })
  expect(answered).toBe(asked)
  expect(median).toBeLessThan(5 * before.median)
})

test('a client that reads nothing for ten seconds is closed', { timeout: 180_000 }, async () => {
  await using server = await startNode()
  const asked = 25_000_000
  const socket = connectTo(server.port).pause()
  const closed = closeOf(socket)
  socket.write(get(`/v1/speedtest/down?bytes=${asked}`))
  await sleep(20_000)
  // The system's buffers are still delivered, then the connection ends.
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await closed
  console.log(`FIGURE a client that read nothing for 20 s: ${received} of ${asked} bytes, then closed`)
  expect(received).toBeLessThan(asked)
})

const SLOWHTTPTEST = '/usr/bin/slowhttptest'

const SLOW_WAYS = [
  ['headers', ['-H', '-i', '5']],
  ['body', ['-B', '-i', '5', '-s', '100000']],
  ['read', ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '1']],
] as const

for (const [what, mode] of SLOW_WAYS)
  test.skipIf(!existsSync(SLOWHTTPTEST))(`slowhttptest, slow ${what}`, { timeout: 240_000 }, async () => {
    await using server = await startNode()
    const client = realClient(server)
    const url = `http://127.0.0.1:${server.port}${what === 'body' ? '/v1/speedtest/up' : '/openapi.json'}`
    const load = ['-c', '1000', '-r', '500', '-l', '20', '-p', '3', '-u', url]
    const { stdout } = await promisify(execFile)(SLOWHTTPTEST, [...mode, ...load], { maxBuffer: 1e8 })
    const { asked, answered, p99 } = await client.end()
    const words = stripVTControlCharacters(stdout)
    const counts = [...words.matchAll(/^(?:initializing|pending|connected|error|closed):\s+\d+/gm)]
      .slice(-5)
      .map(([line]) => line.replace(/\s+/g, ' '))
    console.log(
      `FIGURE slowhttptest ${what}: 1,000 connections (${counts.join(', ')}), real client ${answered} of ${asked}, p99 ${p99.toFixed(1)} ms`,
    )
    expect(answered).toBe(asked)
    expect(words).not.toMatch(/service available:\s+NO/)
  })
