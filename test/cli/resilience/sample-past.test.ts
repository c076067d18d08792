import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { connect } from '../../../packages/core/src/adapters/sqlite/connection.ts'
import { COMPAT_SETS } from '../../../packages/core/src/features/shared/compat/sets.ts'
import { TIER } from '../../support/tier.ts'
import { inProcess, serveInProcess, tempFolder } from '../program.ts'

type Row = Record<string, unknown>

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly example?: unknown
  readonly schema?: { readonly examples?: readonly unknown[] }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
}

/** Of an account, which has none yet, or a stream without an end. */
const isLeftOut = (path: string) => /\{(webhook_id|shell_id)\}|\/stream$/.test(path)
/** Lists of an account, what is above a place just now, and what measures alone. */
const mayBeEmpty = (path: string) => /^\/v1\/(shells|webhooks|above|speedtest\/ping)(\?|$)/.test(path)

/** Paths that ask for one of several parameters, of which none is required. */
const asksForOne = (path: string) => /^\/(NORAD\/elements\/gp|satcat\/records)\.php$/.test(path)

const month = (at: number) => new Date(at).toISOString().slice(0, 7)
const now = Date.now()
const lastMonth = month(Date.parse(`${month(now)}-01`) - 1)
const PATIENCE = 900_000

type Server = Awaited<ReturnType<typeof start>>

/** Starts a sample server on a fresh store; `get` sends a key of a tier that includes all paths. */
async function start() {
  const home = await tempFolder()
  const env = { XDG_DATA_HOME: home }
  const { url, stderr } = await serveInProcess(['--sample', '--hapi', '--compat', COMPAT_SETS.join()], env)
  const issued = await inProcess(['keys', 'issue', '--tier', 'enterprise', '--sample', '--json'], env)
  const { key } = JSON.parse(issued.stdout) as { key: string }
  const get = (path: string, accept = 'application/json') =>
    fetch(url + path, { headers: { 'x-api-key': key, accept } })
  const read = async (path: string) => ((await (await get(path)).json()) as { data: Row }).data
  return { get, read, stderr, store: `${home}/space-data/space-data-sample.sqlite` }
}

const hasReport = (server: Server) =>
  expect
    .poll(async () => (await server.read('/v1/reports'))['count'], { timeout: PATIENCE, interval: 500 })
    .toBe(1)

test('a fresh sample server gets a past, and every path has something', { timeout: PATIENCE }, async () => {
  const server = await start()
  await hasReport(server)
  await expectSeries(server)
  await expectNights(server)
  await expectAlerts(server)
  await expectPaths(server)
})

/** In soak: each start computes a month of history, half a minute of a core. */
const inSoak = TIER === 'soak' ? test : () => {}

inSoak('a past that the store broke off is tried again and completed', { timeout: PATIENCE }, async () => {
  const server = await start()
  const other = await connect(server.store, 2_000)
  const half = `SELECT 1 FROM keyv WHERE key LIKE 'shell-day:%' LIMIT 5`
  await expect.poll(() => other.all(half).length, { timeout: PATIENCE, interval: 5 }).toBe(5)
  // Nobody else can write until it is over.
  other.run('BEGIN IMMEDIATE')
  await expect
    .poll(server.stderr, { timeout: PATIENCE })
    .toContain('could not generate the history of the sample')
  other.run('COMMIT')
  await other.close()
  await hasReport(server)
  expect(server.stderr().match(/could not generate the history/g)).toHaveLength(1)
  await expectSeries(server)
  await expectNights(server)
  await expectAlerts(server)
  expect(server.stderr()).not.toContain('job report failed')
})

/** Walks all paths of docs/endpoints.md and of the OpenAPI document, and all links of the pages. */
async function expectPaths({ get }: Server): Promise<void> {
  const document = (await (await get('/openapi.json')).json()) as {
    paths: Record<string, { readonly get?: Operation }>
  }
  const table = readFileSync(new URL('../../../docs/endpoints.md', import.meta.url), 'utf8')
  const listed = [...table.matchAll(/^\| GET \| `([^`]+)` /gm)].map(([, path]) => path ?? '')
  const offered = Object.entries(document.paths).filter(([, { get }]) => get)
  const paths = offered.filter(([path]) => !isLeftOut(path)).map(([path, item]) => toTarget(path, item.get))
  expect(paths.length).toBeGreaterThan(60)
  const isOffered = (path: string) => offered.some(([each]) => each === path)
  // Only what takes a setting is not offered.
  const bySetting = /well-known|webhook/
  expect(listed.length).toBeGreaterThan(60)
  expect(listed.filter((path) => !isOffered(path) && !bySetting.test(path))).toEqual([])

  const found = new Map<string, string>()
  for (const path of paths) found.set(path, await problemOf(path, await get(path)))
  const pages = [
    '/',
    '/weather',
    '/launches',
    '/events',
    '/debris',
    '/globe',
    '/status',
    '/alerts',
    '/docs',
    '/hapi',
    `/v1/reports/${lastMonth}`,
  ]
  for (const page of pages) {
    const html = await (await get(page, 'text/html')).text()
    for (const link of [page, ...linksOf(html, page)])
      if (!found.has(link)) found.set(link, await problemOf(link, await get(link, 'text/html, */*;q=0.1')))
  }
  expect([...found].filter(([, problem]) => problem !== '')).toEqual([])
}

async function expectSeries({ read }: Server): Promise<void> {
  const start = new Date(now - 30 * 86_400_000).toISOString()
  for (const [id, column] of Object.entries(COLUMNS)) {
    const data = await read(
      `/v1/space-weather/${id}/series?start=${start}&stop=${new Date(now).toISOString()}&step=1h`,
    )
    const values = data[column] as (number | null)[]
    expect(values.length, id).toBe(720)
    expect(values.filter((value) => value === null).length, id).toBeLessThan(8)
  }
}

/** Two nights and what changed between them, and each day of last month. */
async function expectNights({ read }: Server): Promise<void> {
  const diff = await read('/shell/diff')
  expect([diff['added_count'], diff['removed_count']]).toEqual([12, 12])
  const history = await read('/shell/history?alt=550')
  const days = history['days'] as Row[]
  expect(days.length).toBe(30)
  const report = await read(`/v1/reports/${lastMonth}`)
  expect(report).toMatchObject({ month: lastMonth, missing_days: [], not_attributed: [] })
  const { newly_numbered, launches } = report as { newly_numbered: { count: number }; launches: Row[] }
  expect(newly_numbered.count).toBe(12 * Number(report['days_with_data']))
  expect(launches.length).toBeGreaterThan(15)
}

/** 30 days of alerts, none of them twice. */
async function expectAlerts(server: Server): Promise<void> {
  const { alerts } = (await server.read('/alerts')) as {
    alerts: { id: string; type: string; timestamp: string }[]
  }
  expect(new Set(alerts.map(({ id }) => id)).size).toBe(alerts.length)
  const daysAgo = alerts.map(({ timestamp }) => (now - Date.parse(timestamp)) / 86_400_000)
  expect(Math.max(...daysAgo)).toBeGreaterThan(25)
  const types = new Set(alerts.map(({ type }) => type.split('.')[0]))
  for (const kind of ['geomagnetic', 'solar', 'solar_wind', 'cme', 'launch', 'catalogue'])
    expect(types, kind).toContain(kind)
  const started = alerts.filter(({ type }) => type === 'geomagnetic.storm_started')
  const ended = alerts.filter(({ type }) => type === 'geomagnetic.storm_ended')
  expect(started.length - ended.length).toBeLessThanOrEqual(1)
}

const COLUMNS = {
  kp: 'kp',
  wind: 'speed_km_s',
  mag: 'bz_gsm_nt',
  xray: 'flux_w_m2',
  proton: 'flux_pfu',
}

/** Returns a path with its example parameters: of required ones, and of the month of a report its own. */
function toTarget(path: string, { parameters = [] }: Operation = {}): string {
  const given = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required))
  const exampleOf = ({ name, example, schema }: Parameter) =>
    name === 'month' ? lastMonth : String(example ?? schema?.examples?.[0])
  const target = given
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(exampleOf(each))), path)
  const query = given
    .filter((each) => each.in === 'query')
    .map((each) => `${each.name}=${encodeURIComponent(exampleOf(each))}`)
  if (asksForOne(path)) query.push('GROUP=stations')
  return query.length > 0 ? `${target}?${query.join('&')}` : target
}

/** The most bytes of a page in gzip. */
const MOST_BYTES = 60_000

/** Returns the problem of a response: it is no success, is empty, too large a page, or lacks the fragment. */
async function problemOf(path: string, response: Response): Promise<string> {
  const body = await response.text()
  if (!response.ok) return `${response.status} ${body.slice(0, 200)}`
  if (mayBeEmpty(path)) return ''
  if (body.length === 0) return 'empty'
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/html')) {
    const [, id] = path.split('#')
    if (id !== undefined && !body.includes(` id="${id}"`)) return 'no such fragment'
    const { byteLength } = gzipSync(body)
    return byteLength > MOST_BYTES ? `${byteLength} bytes in gzip` : ''
  }
  if (!/json/.test(type)) return ''
  const { data } = JSON.parse(body) as { data?: Row }
  return data?.['count'] === 0 ? 'count is 0' : ''
}

/** Returns the links of a page to paths of the same server. */
function linksOf(html: string, page: string): string[] {
  const links = [...html.matchAll(/ href="([^"]+)/g)].map(
    ([, link]) => new URL(link ?? '', `http://here${page}`),
  )
  const local = links
    .filter(({ host }) => host === 'here')
    .map(({ href, origin }) => href.slice(origin.length))
  return [...new Set(local)].filter((path) => !isLeftOut(path))
}
