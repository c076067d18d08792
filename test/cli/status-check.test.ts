import { expect, test } from 'vitest'
import { begin, emptyStore, run, tempFolder } from './program.ts'
import { upstreamStandIn } from './upstream-stand-in.ts'

async function world() {
  const upstreams = await upstreamStandIn()
  const store = await emptyStore(`${await tempFolder()}/space-data.sqlite`)
  const args = (...rest: string[]) => ['status', '--store', store, ...upstreams.flags, ...rest]
  return { ...upstreams, status: (...rest: string[]) => run(args(...rest), {}), args }
}

test('--check asks every upstream, exits 0 when all is well, and the next status knows', async () => {
  const { status, asked } = await world()
  const before = await status()
  expect(before.stdout).toMatch(
    /\nNever verified as a whole: a server does it every week, status --check now\n$/,
  )

  const { code, stdout, stderr } = await status('--check')
  expect([code, stderr]).toEqual([0, 'Asking every upstream\n'])
  expect(asked).toHaveLength(21)
  expect(stdout.match(/● operational/g)).toHaveLength(21)
  expect(stdout).toMatch(
    /\nVerified as a whole (just now|\d s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ: all was well\nNext time in [67] d, 20\d\d-\d\d-\d\dT\d\d:\d\dZ\n$/,
  )

  const after = await status()
  expect(after.code).toBe(0)
  expect(after.stdout).toMatch(/\nVerified as a whole .*: all was well\nNext time in [67] d/)
  const { data } = JSON.parse((await status('--json')).stdout)
  expect(Date.parse(data.next_check_at) - Date.parse(data.checked_at)).toBe(604_800_000)
  expect(asked).toHaveLength(21)
}, 30_000)

test('--check exits 1 when something is down, and says what, since when and which field', async () => {
  const { status, broken } = await world()
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
    /^swpc-proton-primary +● degraded .* late: the newest value is \d+ (h|d) old, and 20 min is the limit$/m,
  )
  expect(stdout).toMatch(/: 3 of 21 were not well\n/)
  expect(stderr.trimEnd().split('\n').at(-1)).toBe('space-data: swpc-kp-1m, donki-cme are down')

  const after = await status()
  expect(after.code).toBe(1)
  expect(after.stdout).toMatch(new RegExp(`^swpc-kp-1m +● down .* HTTP 503, ${since}$`, 'm'))
}, 30_000)

test('--check --json prints the report', async () => {
  const { status, broken } = await world()
  broken['celestrak-object'] = 404
  const { code, stdout } = await status('--check', '--json')
  expect(code).toBe(1)
  const report = JSON.parse(stdout)
  expect(Object.keys(report)).toEqual(['began_at', 'ended_at', 'upstreams'])
  expect(Date.parse(report.ended_at)).toBeGreaterThanOrEqual(Date.parse(report.began_at))
  expect(report.upstreams).toHaveLength(21)
  expect(report.upstreams.find(({ id }: { id: string }) => id === 'celestrak-object')).toEqual({
    id: 'celestrak-object',
    provider: 'CelesTrak',
    status: 'down',
    error: 'http_404: the upstream asks us to stop (HTTP 404)',
    asked_at: expect.stringMatching(/^20.*Z$/),
    http_status: 404,
    latency_ms: expect.any(Number),
    data_as_of: null,
    schema_ok: null,
  })
}, 30_000)

test('while one process checks another is told so', async () => {
  const { status, args, hold, asked } = await world()
  const release = hold()
  const first = begin(args('--check'), {})
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const second = await status('--check')
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(
    /^Asking every upstream\nspace-data: the job is being run by process \d+ on \S+ since 20\S+Z\n$/,
  )
  expect((await status()).stdout).toMatch(/\nAll upstreams are being verified by process \d+ on \S+ since /)
  release()
  expect((await first.finished).code).toBe(0)
}, 40_000)

test('--check and --watch do not go together', async () => {
  const { code, stderr } = await run(['status', '--check', '--watch'], {})
  expect([code, stderr]).toEqual([2, 'space-data: --check asks once: it does not go with --watch\n'])
})
