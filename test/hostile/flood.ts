import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { hasBun } from '../runtimes/bun.ts'
import { hasDeno } from '../runtimes/examples.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { get, ping } from './requests/odd-request.ts'
import { type Server, startBun, startDeno, startSmallNode } from './servers.ts'
import { exchange } from './wire.ts'

/** A load that used to crash a server with a heap of 512 MB: 300 connections, 12 MB in all. */
const CONNECTIONS = 300
const REQUESTS = 1_000
/** How often another client asks meanwhile. */
const LOOKS = 40

export const FLOOD = `${CONNECTIONS} connections with ${REQUESTS} requests each and unread responses`

export const servers: readonly [name: string, isHere: boolean, start: () => Promise<Server>][] = [
  ['Node', true, startSmallNode],
  ['Bun', hasBun(), startBun],
  ['Deno', hasDeno, startDeno],
]

/** Returns the CPU seconds of a process: wall time depends on how busy the machine is. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Returns the CPU seconds that this machine takes to split `requests` requests in the plainest way. */
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
export function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

/**
 * Floods a server, which answers another client at each look meanwhile; returns what it costs the server, in
 * times the splitting of as many requests, and its memory before and at most.
 */
export async function flood(
  name: string,
  server: Server,
): Promise<{ cost: number; beforeMb: number; peakMb: number }> {
  const request = get('/openapi.json')
  // The document is made once, which is no cost of the flood.
  await exchange(server.port, request, { timeoutMs: PATIENCE_MS })
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
    const [askedAt, cpu] = [performance.now(), cpuSeconds(server.pid)]
    const { outcome } = await exchange(server.port, ping(), { timeoutMs: PATIENCE_MS })
    expect(outcome).toBe('204')
    slowest = Math.max(slowest, performance.now() - askedAt)
    busiest = Math.max(busiest, cpuSeconds(server.pid) - cpu)
    peak = Math.max(peak, residentMb(server.pid))
    // The looks are spread over the flood.
    await sleep(20)
  }
  for (const socket of floods) socket.destroy()
  expect(server.isAlive()).toBe(true)
  console.log(
    `FIGURE pipelining on ${name}: ${CONNECTIONS} x ${REQUESTS} unread, RSS ${before.toFixed(0)} to ${peak.toFixed(0)} MB, another client waited at most ${(slowest / 1_000).toFixed(1)} s, ${busiest.toFixed(1)} s of a core, ${(busiest / unit).toFixed(1)} times the splitting of as many requests`,
  )
  return { cost: busiest / unit, beforeMb: before, peakMb: peak }
}
