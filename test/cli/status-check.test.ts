import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { feedCases } from '../faults/upstream-feeds.ts'
import { feeds } from '../support/table.ts'
import { atProviders, interceptFetch } from '../upstreams/msw.ts'
import { emptyStore, inProcess, tempFolder } from './program.ts'

let asked: string[]
/** Faults by feed id: a status or a body. */
let broken: Record<string, number | string>

beforeEach(() => {
  asked = []
  broken = {}
})

/** All providers with valid responses, but for the faults. */
interceptFetch(
  ...atProviders(({ url }) => {
    asked.push(url)
    const here = feedCases.filter(({ at }) => url.includes(at))
    const feed = here.find(({ id }) => id in broken) ?? here[0]
    const fault = feed ? broken[feed.id] : 404
    if (typeof fault === 'number') return new HttpResponse(null, { status: fault })
    return new HttpResponse(fault ?? feed?.body(Date.now()))
  }),
)

async function setUp() {
  const store = await emptyStore(`${await tempFolder()}/space-data.sqlite`)
  return (...rest: string[]) => inProcess(['status', '--store', store, ...rest], {})
}

test('--check queries every upstream, exits 0 without problems, and stores the result', async () => {
  const status = await setUp()
  const before = await status()
  expect(before.stdout).toMatch(
    /\nNo full check yet: servers run one weekly; to run one now, use status --check\n$/,
  )

  const { code, stdout, stderr } = await status('--check', '--all')
  expect([code, stderr]).toEqual([0, 'Querying every upstream\n'])
  expect(asked).toHaveLength(feeds.length)
  expect(stdout.match(/● operational/g)).toHaveLength(feeds.length)
  expect(stdout).toMatch(
    /\nLast full check (just now|\d s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ: no problems\nNext check in [67] d, 20\d\d-\d\d-\d\dT\d\d:\d\dZ\n$/,
  )

  const after = await status()
  expect(after.code).toBe(0)
  expect(after.stdout).toMatch(/\nLast full check .*: no problems\nNext check in [67] d/)
  const { data } = JSON.parse((await status('--json')).stdout)
  expect(Date.parse(data.next_check_at) - Date.parse(data.checked_at)).toBe(604_800_000)
  expect(asked).toHaveLength(feeds.length)
}, 30_000)

test('--check exits 1 if something is down, with name, time and field', async () => {
  const status = await setUp()
  broken['swpc-kp-1m'] = 503
  broken['donki-cme'] = JSON.stringify([{ activityID: 'x' }])
  broken['swpc-proton-primary'] = JSON.stringify([
    { time_tag: new Date(Date.now() - 7_200_000).toISOString(), energy: '>=10 MeV', flux: 1 },
  ])
  const { code, stdout, stderr } = await status('--check')
  expect(code).toBe(1)
  const since = /down since (just now|\d+ s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ/.source
  expect(stdout).toMatch(new RegExp(`^swpc-kp-1m +● down +- +- +\\d+ ms +http_503, ${since}$`, 'm'))
  const shape = 'schema_mismatch: startTime is missing'
  expect(stdout).toMatch(new RegExp(`^donki-cme +● down .* ${shape}, ${since}$`, 'm'))
  expect(stdout).toMatch(
    /^swpc-proton-primary +● degraded .* late: the newest value is \d+ (h|d) old, and the limit is 20 min$/m,
  )
  expect(stdout).toContain(`: 3 of ${feeds.length} upstreams had problems\n`)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('space-data: swpc-kp-1m, donki-cme are down')

  const after = await status()
  expect(after.code).toBe(1)
  expect(after.stdout).toMatch(new RegExp(`^swpc-kp-1m +● down .* HTTP 503, ${since}$`, 'm'))
}, 30_000)

test('--check --json prints the report', async () => {
  const status = await setUp()
  broken['celestrak-object'] = 404
  const { code, stdout } = await status('--check', '--json')
  expect(code).toBe(1)
  const report = JSON.parse(stdout)
  expect(Object.keys(report)).toEqual(['started_at', 'finished_at', 'upstreams'])
  expect(report.upstreams).toHaveLength(feeds.length)
  expect(report.upstreams.find(({ id }: { id: string }) => id === 'celestrak-object')).toMatchObject({
    status: 'down',
    requested_at: expect.stringMatching(/^20.*Z$/),
    http_status: 404,
    data_as_of: null,
  })
}, 30_000)

test('--check and --watch exclude each other', async () => {
  const { code, stderr } = await inProcess(['status', '--check', '--watch'], {})
  expect([code, stderr]).toEqual([2, 'space-data: --check and --watch exclude each other\n'])
})
