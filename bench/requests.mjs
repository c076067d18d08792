// What each kind of request costs: CPU time of the server and bytes on the wire, through `space-data serve`.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { auth } from './http-families.mjs'
import { cpuSecondsOfAll, freePort, has } from './load.mjs'
import { inTurns, report, spread } from './measure.mjs'
import { startSpaceData } from './space-data.mjs'

const AT_A_TIME = 16
const CURRENT = '/v1/space-weather/current'

/** Compares all kinds on one server with SQLite, in turns. Brotli is asked for, as browsers do. */
export async function requests({ rounds = 3 }) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-requests-'))
  const server = await startSpaceData('sqlite:', { jobs: true })
  await untilBusyNoMore(server)
  const proxy = has('nginx') ? await startProxy(server, folder) : undefined
  try {
    const contenders = kinds(server, proxy)
    for (const run of Object.values(contenders)) await run()
    const figures = await inTurns(rounds, contenders)
    const rows = Object.entries(figures).map(([what, runs]) => ({
      what,
      'CPU µs per request': spread(
        runs.map(({ us }) => us),
        0,
      ),
      'bytes on the wire': spread(
        runs.map(({ bytes }) => bytes),
        0,
      ),
    }))
    report(
      'requests',
      `One request of each kind over loopback, ${AT_A_TIME} at a time, SQLite`,
      rows,
      figures,
    )
  } finally {
    await proxy?.stop()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Waits for the shells, which the sample computes after its start, and for recorded values. */
async function untilBusyNoMore(server) {
  for (const path of ['/shell/density/550', today()]) {
    while ((await fetch(server.url + path, { headers: auth(server) })).status !== 200) await setTimeout(1_000)
  }
}

/** The day so far, by minute. */
function today() {
  const [start, stop] = [0, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  )
  return `/hapi/data?dataset=mag&start=${start}&stop=${stop}`
}

function kinds(server, proxy) {
  const headers = { ...auth(server), 'accept-encoding': 'br, gzip' }
  const own = { origin: server.url, pids: [server.pid], headers }
  const place = places()
  const hapi = today()
  return {
    'current, connection kept': () => perRequest({ ...own, count: 10_000, path: () => CURRENT }),
    'current, 304': () => perRequest({ ...own, count: 10_000, path: () => CURRENT, again: true }),
    'current, new connection': () => perRequest({ ...own, count: 5_000, path: () => CURRENT, kept: false }),
    'kp, connection kept': () => perRequest({ ...own, count: 10_000, path: () => '/v1/space-weather/kp' }),
    'position at a place of its own': () =>
      perRequest({ ...own, count: 500, path: () => `/v1/objects/25544/position?${place()}` }),
    'passes of a place of its own': () =>
      perRequest({ ...own, count: 100, path: () => `/v1/objects/25544/passes?${place()}` }),
    'HAPI, the day so far of mag': () => perRequest({ ...own, count: 25, path: () => hapi }),
    ...(proxy && {
      'current through nginx: its part, new TLS connection': () =>
        perRequest({ ...own, ...proxy, count: 1_000, path: () => CURRENT, kept: false }),
    }),
  }
}

/** Places that no request has named before. */
function places() {
  let next = 0
  return () => {
    next += 1
    return `latitude=${(40 + (next % 1_000) / 100).toFixed(2)}&longitude=${(next / 1_000).toFixed(2)}`
  }
}

/** CPU time of processes and bytes received for each of `count` requests. */
async function perRequest({ origin, pids, headers, count, path, kept = true, again = false }) {
  const { Agent, get } = origin.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: kept, maxSockets: AT_A_TIME, maxCachedSessions: 0 })
  const common = { agent, rejectUnauthorized: false }
  const ask = async (more) => {
    const request = get(origin + path(), { ...common, headers: { ...headers, ...more } })
    const [response] = await once(request, 'response')
    let body = 0
    for await (const chunk of response) body += chunk.length
    const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17)
    return { status: response.statusCode, bytes: body + head, etag: response.headers.etag }
  }
  const { etag } = await ask()
  const [expected, condition] = again ? [304, { 'if-none-match': etag }] : [200, {}]
  const before = cpuSecondsOfAll(pids)
  let [started, bytes] = [0, 0]
  const client = async () => {
    while (started < count) {
      started += 1
      const response = await ask(condition)
      if (response.status !== expected) throw new Error(`${path()}: ${response.status}, not ${expected}`)
      bytes += response.bytes
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, client))
  const us = ((cpuSecondsOfAll(pids) - before) * 1e6) / count
  agent.destroy()
  return { us, bytes: bytes / count }
}

/** nginx with TLS 1.3, an ECDSA certificate and kept connections to the server. */
async function startProxy(server, folder) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=localhost', '-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject], { stdio: 'ignore' })
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream space_data { server ${new URL(server.url).host}; keepalive 16; keepalive_requests 1000; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate}; ssl_certificate_key ${key};
    location / {
      proxy_pass http://space_data; proxy_http_version 1.1;
      proxy_set_header Connection ''; proxy_set_header Host $host;
    }
  }
}
`,
  )
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
  const origin = `https://127.0.0.1:${port}`
  await untilListening(port)
  return {
    origin,
    pids: [child.pid],
    stop: async () => {
      child.kill('SIGQUIT')
      await once(child, 'exit')
    },
  }
}

async function untilListening(port) {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    )
  while (!(await answers())) await setTimeout(20)
}
