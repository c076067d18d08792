// Load over loopback, and what it costs the server: its CPU time per request, which a busy machine moves far
// less than requests per second. Linux only: the time is read from /proc.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK']))
const CONNECTIONS = 64
/**
 * `serve` closes a connection after 1,000 requests, as our limits say; wrk heeds that, autocannon must be
 * told.
 */
const REQUESTS_PER_CONNECTION = 900

/** Which program makes the load. */
export const loader = has('wrk') ? 'wrk' : 'autocannon'

/** Starts a server that prints its address, on a core of its own; a program that needs no runtime by `null`. */
export async function startServer(file, args = [], { runtime = process.execPath, url, ...options } = {}) {
  const child = spawn('taskset', ['-c', '0', ...(runtime === null ? [] : [runtime]), file, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  })
  if (url) return { url, pid: child.pid, stop: () => stop(child) }
  let printed = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const url = /http:\/\/[^\s"',/]+/.exec(printed)?.[0]
      if (url) resolve({ url, printed, pid: child.pid, stop: () => stop(child) })
    })
    child.once('exit', () => reject(new Error(`${file} ended without an address: ${printed}`)))
  })
}

async function stop(child) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/**
 * Microseconds of the server's CPU per request over some seconds of load; throws if an answer has another
 * status.
 */
export async function cpuPerRequest({ url, pid }, path, headers, { seconds = 3, status = 200 } = {}) {
  const before = cpuSecondsOfAll([pid])
  const { requests, perSecond, wrong } = await (loader === 'wrk' ? byWrk : byAutocannon)(
    url + path,
    headers,
    seconds,
    status,
  )
  const cpu = cpuSecondsOfAll([pid]) - before
  if (wrong > 0) throw new Error(`${url}${path}: ${wrong} of ${requests} answers are not ${status}`)
  return { us: (cpu * 1e6) / requests, perSecond }
}

async function byWrk(url, headers, seconds) {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('taskset', [
    '-c',
    '1',
    'wrk',
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    ...fields,
    url,
  ])
  const figure = (pattern) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const wrong = figure(/Non-2xx or 3xx responses: (\d+)/)
  return { requests: figure(/(\d+) requests in/), perSecond: figure(/Requests\/sec:\s+([\d.]+)/), wrong }
}

async function byAutocannon(url, headers, seconds, status) {
  const options = {
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    reconnectRate: REQUESTS_PER_CONNECTION,
  }
  const { requests, statusCodeStats } = await autocannon(options)
  return {
    requests: requests.total,
    perSecond: requests.average,
    wrong: requests.total - (statusCodeStats[status]?.count ?? 0),
  }
}

/** User and system time of a process and its threads. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** User and system time of processes, and of those that they have started and that still run. */
export function cpuSecondsOfAll(pids) {
  return pids.reduce((sum, pid) => sum + cpuSeconds(pid) + cpuSecondsOfAll(childrenOf(pid)), 0)
}

function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** Resident megabytes. */
export function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}

/** Whether a program is installed. */
export function has(program) {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A port of loopback that was free a moment ago. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
