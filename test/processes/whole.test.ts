import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { start } from '../support/child.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { client, issue, KEYED, LOADS, repeat } from './fleet.ts'
import { newRedis, onRedis } from './stores.ts'

vi.setConfig({ testTimeout: 600_000 })
awayFromMidnight()

const SERVER = fileURLToPath(new URL('./whole-server.mjs', import.meta.url))

onRedis('3 processes on one Redis under load: one job, one call for each entry, exact quotas', async () => {
  const { url: place } = await newRedis()
  const provider = await standIn()
  const servers = await Promise.all([1, 2, 3].map(() => wholeServer(place, provider.url)))
  const ask = client(50)
  for (const { child } of servers) child.kill('SIGUSR2')
  // Where Redis is slow for half a second, requests are admitted uncounted or answered 503.
  let uncounted = Number.NaN
  for (const atOnce of LOADS) {
    const keys = await Promise.all([1, 2, 3].map(() => issue(ask, servers[0]!.url)))
    const admitted = [0, 0, 0]
    const others = new Set<number>()
    uncounted = 0
    await repeat(6_000, atOnce, async (i) => {
      const { status, headers } = await ask(`${servers[(i >> 2) % 3]!.url}${KEYED}`, {
        headers: { 'x-api-key': keys[i % 3] ?? '' },
      })
      if (status === 200 && headers['ratelimit']) admitted[i % 3]! += 1
      else if (status === 200 || status === 503) uncounted += 1
      else others.add(status)
    })
    expect([...others]).toEqual([429])
    if (uncounted > 0) continue
    expect(admitted).toEqual([1_000, 1_000, 1_000])
    break
  }
  expect(uncounted).toBe(0)

  const said = await Promise.all(servers.map(({ says }) => says(/^(busy|ran \S+|failed.*)/m, 230_000)))
  expect(said.map(([, what]) => what?.split(' ')[0]).sort()).toEqual(['busy', 'busy', 'ran'])
  expect(provider.asked.filter((path) => path.startsWith('/swpc'))).toHaveLength(1)
  expect(provider.asked.filter((path, i) => provider.asked.indexOf(path) !== i)).toEqual([])
  expect(provider.asked.length).toBeGreaterThan(60)

  const fresh = await issue(ask, servers[1]!.url)
  const shells = await Promise.all(
    servers.map(({ url }) => ask(`${url}/shell/density/800`, { headers: { 'x-api-key': fresh } })),
  )
  expect(shells.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(shells.map(({ headers }) => headers['etag'])).size).toBe(1)
})

async function wholeServer(place: string, upstream: string) {
  const started = start(process.execPath, [SERVER, place, upstream])
  onTestFinished(() => started[Symbol.asyncDispose]())
  const [url = ''] = await started.says(/http:\/\/\S+/)
  return { ...started, url }
}

/** SWPC and CelesTrak on loopback, a little late, and all that they are asked. */
async function standIn() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in')
    asked.push(request.url ?? '')
    const year = Number(searchParams.get('INTDES'))
    const [type, body] = pathname.startsWith('/swpc')
      ? ['application/json', JSON.stringify(minutes())]
      : ['text/csv', pathname.endsWith('/satcat.csv') ? SATCAT : [HEAD, ...objects(year), ''].join('\n')]
    setTimeout(() => response.writeHead(200, { 'content-type': type }).end(body), 50)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const HEAD =
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT'

const SATCAT = `NORAD_CAT_ID,OBJECT_TYPE,OWNER,LAUNCH_DATE,DECAY_DATE,RCS
100000,DEB,UNK,1957-10-04,,0.1
`

/** Twenty objects of each launch year, 800 km up. */
function objects(year: number): string[] {
  const epoch = new Date(Date.now() - 3_600_000).toISOString().slice(0, 23)
  return Array.from({ length: 20 }, (_, i) => {
    const id = 100_000 + (year - 1_957) * 20 + i
    return `MADE UP ${id},${year}-001${String.fromCharCode(65 + i)},${epoch},14.27,.001,${20 + 3 * i},${(id * 37) % 360},10,${(id * 113) % 360},0,U,${id},999,1,0,0,0`
  })
}

/** Kp of the last minutes, in SWPC's shape. */
function minutes(): object[] {
  return Array.from({ length: 5 }, (_, i) => ({
    time_tag: new Date(Date.now() - (5 - i) * 60_000).toISOString().slice(0, 19),
    kp_index: 2,
    estimated_kp: 2.33,
    kp: '2P',
  }))
}
