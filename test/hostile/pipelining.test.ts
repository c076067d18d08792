import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hasBun } from '../runtimes/bun.ts'
import { hasDeno } from '../runtimes/examples.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { get, ping } from './requests/odd-request.ts'
import { type Server, startBun, startDeno, startNode } from './servers.ts'
import { exchange } from './wire.ts'

/** A load that used to crash a server with a 512 MB heap within 9 s: 300 connections, 12 MB in all. */
const CONNECTIONS = 300
const REQUESTS = 1_000
/** How often another client asks meanwhile. */
const LOOKS = 40
/** A flood costs 2 to 14 times the splitting of as many requests, as measured. */
const MOST_UNITS = 16
const ROUNDS = 3

/** Returns the CPU seconds of a process: wall time depends on how busy the machine is. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the CPU seconds in which this machine splits so many requests, in the plainest way. */
function splittingSeconds(request: string, requests: number): number {
  const from = process.cpuUsage()
  for (let i = 0; i < requests; i += 1) {
    const headers = new Map<string, string>()
    for (const line of `${request}${i}`.split('\r\n')) {
      const colon = line.indexOf(':')
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
    }
  }
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000_000
}

/** Returns the resident memory of a process in megabytes. */
function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

describe.skipIf(process.platform !== 'linux')(
  '300 connections with 1,000 requests each and unread responses',
  () => {
    test('on Node', { timeout: 60_000 }, () => holds('Node', startNode))
    test.skipIf(!hasBun())('on Bun', { timeout: 60_000 }, () => holds('Bun', startBun))
    test.skipIf(!hasDeno)('on Deno', { timeout: 60_000 }, () => holds('Deno', startDeno))
  },
)

async function holds(name: string, startServer: () => Promise<Server>): Promise<void> {
  await using server = await startServer()
  const request = get('/openapi.json')
  // The document is made once, which is no cost of the flood.
  await exchange(server.port, request, { timeoutMs: 40_000 })
  // What else this machine does adds to the cost: the least of some floods is the server's own.
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least >= MOST_UNITS; round += 1) {
    const { cost, peakMb } = await flood(name, server, request)
    expect(server.isAlive()).toBe(true)
    expect(peakMb).toBeLessThan(400)
    least = Math.min(least, cost)
  }
  expect(least).toBeLessThan(MOST_UNITS)
}

/** Returns what a flood costs the server, in times the splitting of as many requests, and its memory. */
async function flood(
  name: string,
  server: Server,
  request: string,
): Promise<{ cost: number; peakMb: number }> {
  const before = residentMb(server.pid)
  const bytes = request.repeat(REQUESTS)
  const floods = Array.from({ length: CONNECTIONS }, (_, i) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (i % 9)}` })
    socket.on('error', () => {}).pause()
    socket.write(bytes)
    return socket
  })
  let [slowest, busiest, peak, unit] = [0, 0, before, 0]
  for (let i = 0; i < LOOKS; i += 1) {
    // Between the others: what else this machine does slows both.
    unit += splittingSeconds(request, (CONNECTIONS * REQUESTS) / LOOKS)
    const [watch, cpu] = [stopwatch(), cpuSeconds(server.pid)]
    const { outcome } = await exchange(server.port, ping(), { timeoutMs: 40_000 })
    expect(outcome).toBe('204')
    slowest = Math.max(slowest, watch.awakeMs)
    busiest = Math.max(busiest, cpuSeconds(server.pid) - cpu)
    peak = Math.max(peak, residentMb(server.pid))
    // The looks are spread over the flood.
    await sleep(20)
  }
  for (const socket of floods) socket.destroy()
  console.log(
    `FIGURE pipelining on ${name}: ${CONNECTIONS} x ${REQUESTS} unread, RSS ${before.toFixed(0)} to ${peak.toFixed(0)} MB, another client waited at most ${(slowest / 1_000).toFixed(1)} s, ${busiest.toFixed(1)} s of a core, ${(busiest / unit).toFixed(1)} times the splitting of as many requests`,
  )
  return { cost: busiest / unit, peakMb: peak }
}
