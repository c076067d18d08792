import { createSpaceData } from '@space-data/core'
import type { ShellStatus } from '@space-data/core/debris'
import { mirrorOf } from '@space-data/core/mirror'
import { sqlite } from '@space-data/core/sqlite'
import type { CheckStatus } from '@space-data/core/upstreams'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, it } from 'vitest'
import {
  describeCheck,
  describeFeedsElsewhere,
  describeWebhooks,
} from '../../packages/cli/src/status/notes.ts'
import { shellJobState } from '../../packages/cli/src/status/shell-job-state.ts'
import { statusTable } from '../../packages/cli/src/status/status-table.ts'
import { CENTRAL, centralOn } from '../mirror/pair.ts'
import { fakeSleep } from '../support/fake-sleep.ts'
import { stoppedClock } from '../support/service.ts'
import { beginInProcess, dataHome, emptyStore, inProcess, serveInProcess, tempFolder } from './program.ts'

type Row = Parameters<typeof statusTable>[0]['envelope']['data']['upstreams'][number]

const NO_SHELLS: ShellStatus = { run: null, served: false, job: null, running: null, nextRunAt: 0 }
const NO_CHECK: CheckStatus = { last: null, nextCheckAt: null, running: null, failingSince: {} }

const sampleService = () => ({ fetch: sampleFetch(() => new Date()), sourceNote: '(sample)' })

describe('status', () => {
  it('shows the requests of a server on the same store, for the same upstreams only', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    expect((await fetch(`${server.url}/v1/tle/stations`)).status).toBe(200)

    const people = await inProcess(['status', '--sample', '--all'], env)
    expect(people.code).toBe(0)
    expect(people.stdout).toMatch(/^UPSTREAM +STATE +LAST SUCCESS +NEWEST VALUE +LATENCY +PROBLEM\n/)
    expect(people.stdout).toMatch(
      /^celestrak-group +● operational +(just now|\d+ s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ +\d+ \w+ ago +\d+ ms +-$/m,
    )
    expect(people.stdout).toMatch(/^donki-cme +○ unknown +- +- +- +not queried yet$/m)
    expect(people.stdout).toMatch(/^shell-job +○ unknown +- +- +- +not run yet$/m)
    expect(people.stdout).not.toContain('\u001b')

    const programs = JSON.parse((await inProcess(['status', '--sample', '--json'], env)).stdout)
    expect(Object.keys(programs)).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    expect(programs.data.status).toBe('operational')
    await emptyStore(`${env.XDG_DATA_HOME}/space-data/space-data.sqlite`)
    expect(JSON.parse((await inProcess(['status', '--json'], env)).stdout).data.status).toBe('unknown')
  })

  it('exits 1 from the first failure of an upstream on, for any order of flags', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const upstreams = { swpc: 'http://127.0.0.1:9', celestrak: 'http://127.0.0.1:9/mirror' }
    const fetch = async () => new Response(null, { status: 500 })
    const spaceData = createSpaceData({ store: await sqlite(path), upstreams, fetch, onError() {} })
    expect((await spaceData.handle(new Request('http://localhost/v1/tle/stations'))).status).toBe(503)
    await spaceData.close()
    const flags = [`celestrak=${upstreams.celestrak}/`, `swpc=${upstreams.swpc}`].flatMap((one) => [
      '--upstream',
      one,
    ])
    const { code, stdout, stderr } = await inProcess(['status', '--store', `sqlite:${path}`, ...flags], {})
    expect(stdout).toMatch(
      /^celestrak-group +● down +- +- +\d+ ms +HTTP 500, down since (just now|\d+ s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ$/m,
    )
    expect(stderr).toBe('space-data: celestrak-group is down\n')
    expect(code).toBe(1)
  })

  it('exits 1 when a feed fails, even while its data are still valid', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const ask = async (at: number, fetch: typeof globalThis.fetch) => {
      const options = { fetch, now: () => new Date(at), onError() {} }
      const spaceData = createSpaceData({ store: await sqlite(path), ...options })
      await spaceData.handleAsOperator(new Request('http://localhost/v1/launches/upcoming'))
      await spaceData.close()
    }
    const status = (env = {}) => inProcess(['status', '--store', `sqlite:${path}`], env)
    const earlier = Date.now() - 90 * 60_000
    await ask(
      earlier,
      sampleFetch(() => new Date(earlier)),
    )
    expect((await status()).code).toBe(0)
    await ask(Date.now(), () => Promise.reject(new TypeError('boom')))

    const carried = await status({ SPACE_DATA_STALE_IF_ERROR: '6h' })
    expect(carried.stdout).toMatch(
      /^launch-library-upcoming +● degraded .* connection failed, failing since /m,
    )
    expect([carried.code, carried.stderr]).toEqual([1, 'space-data: launch-library-upcoming is failing\n'])
  })

  it('lists what has a problem, the worst first, and counts the rest; --all lists everything', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    const key = JSON.parse((await inProcess(['keys', 'issue', '--sample', '--json'], env)).stdout).key
    const headers = { 'x-api-key': key }
    expect((await fetch(`${server.url}/v1/space-weather/kp`, { headers })).status).toBe(200)

    const short = (await inProcess(['status', '--sample'], env)).stdout
    expect(short.split('\n').length).toBeLessThan(23)
    expect(short).not.toMatch(/^swpc-/m)
    const counts = /^(\d+) operational, (\d+) not queried yet, (\d+) idle fallbacks; --all lists them$/m
    const [, operational, unknown, idle] = counts.exec(short) ?? []
    expect(Number(operational)).toBeGreaterThan(0)
    const all = (await inProcess(['status', '--sample', '--all'], env)).stdout
    expect(all).toMatch(/^swpc-kp-3h +○ unknown /m)
    expect(all).not.toContain('--all')
    const { data } = JSON.parse((await inProcess(['status', '--sample', '--json'], env)).stdout)
    expect(Number(operational) + Number(unknown) + Number(idle)).toBe(data.upstreams.length)

    const failing = data.upstreams.map((row: Row) => {
      if (row.id === 'swpc-kp-1m') return { ...row, status: 'degraded', consecutive_failures: 1 }
      return row.id === 'donki-cme' ? { ...row, status: 'down', consecutive_failures: 3 } : row
    })
    const shown = (upstreams: Row[]) => {
      const view = { envelope: { data: { ...data, upstreams } }, shells: NO_SHELLS, check: NO_CHECK }
      const { rows } = statusTable(view, { columns: Infinity, showsAll: false })
      return rows.map(([name]) => name)
    }
    expect(shown(data.upstreams)).toEqual(['shell-job'])
    // The fallback of what fails is of interest, too.
    expect(shown(failing)).toEqual(['donki-cme', 'swpc-kp-1m', 'swpc-kp-3h', 'shell-job'])
  }, 20_000)

  it('of the store of a mirror needs --mirror, and says so instead of "not queried yet"', async () => {
    const path = `${await tempFolder()}/mirror.sqlite`
    const central = await centralOn(stoppedClock(Date.now()))
    const mirror = createSpaceData({
      store: await sqlite(path),
      fetch: central.fetch,
      mirror: mirrorOf({ origin: CENTRAL, key: () => central.key }),
      onError() {},
    })
    await mirror.handleAsOperator(new Request('http://localhost/v1/space-weather/kp'))
    await mirror.close()
    for (const more of [[], ['--json']]) {
      const { code, stderr } = await inProcess(['status', '--store', `sqlite:${path}`, ...more], {})
      expect([code, stderr]).toEqual([
        1,
        'space-data: this store belongs to a mirror and has no state of the providers\n' +
          'Pass --mirror with the URL of its central instance, as for its server\n',
      ])
    }
  })

  it('says that the store has feeds of a server with other settings, and with which', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const store = ['--store', `sqlite:${path}`]
    const spaceData = createSpaceData({ store: await sqlite(path), ...sampleService() })
    expect((await spaceData.handle(new Request('http://localhost/v1/tle/stations'))).status).toBe(200)
    await spaceData.close()

    const note = /^Note: the store also has feeds of a server started (.*), requested .*; run status /m
    const live = await inProcess(['status', ...store], {})
    expect(note.exec(live.stdout)?.[1]).toBe('with --sample')
    expect((await inProcess(['status', ...store, '--sample'], {})).stdout).not.toContain('Note')
  }, 20_000)

  it.each([
    [
      { sourceNote: '', hasOtherOrigins: false },
      { sample: true, hasOtherOrigins: false },
      'without --sample',
    ],
    [
      { sourceNote: '(sample)', hasOtherOrigins: true },
      { sample: false, hasOtherOrigins: false },
      'with --sample and with --upstream or --mirror',
    ],
    [
      { sourceNote: '', hasOtherOrigins: true },
      { sample: false, hasOtherOrigins: true },
      'with other --upstream or --mirror flags',
    ],
    [
      { sourceNote: '(sample)', hasOtherOrigins: false },
      { sample: true, hasOtherOrigins: true },
      'without --upstream and --mirror',
    ],
  ])('feeds of %j, seen with %j, are those of a server started %s', (feeds, own, words) => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const note = (checkedAt: number, isEmpty: boolean) =>
      describeFeedsElsewhere([{ ...feeds, isMirror: false, checkedAt }], own, isEmpty, now)
    expect(note(now - 180_000, false)).toBe(
      `Note: the store also has feeds of a server started ${words}, requested 3 min ago; ` +
        'run status the same way to see them',
    )
    expect(note(now - 2 * 86_400_000, false)).toBeUndefined()
    expect(note(now - 2 * 86_400_000, true)).toContain('requested 2 d ago')
  })

  it('has one line on a full check that is under way', () => {
    const running = { instanceName: 'process 7 on host', since: new Date().toISOString() }
    expect(describeCheck({ ...NO_CHECK, running })).toMatch(
      /^Checking all upstreams: process 7 on host, started just now, 20\S+Z$/,
    )
  })

  it('has one line on webhooks, where there are some', () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const none = { active: 0, disabled: 0, failing: 0, pending: 0, oldest_pending_at: null }
    expect(describeWebhooks(null)).toBeUndefined()
    expect(describeWebhooks(none)).toBeUndefined()
    expect(describeWebhooks({ ...none, active: 2 })).toBe('Webhooks: 2 active; no alerts waiting')
    const oldest_pending_at = '2026-11-21T11:56:00.000Z'
    expect(
      describeWebhooks({ active: 12, disabled: 1, failing: 2, pending: 1, oldest_pending_at }, now),
    ).toBe('Webhooks: 12 active (2 failing), 1 disabled; 1 alert waiting, the oldest since 4 min ago')
  })

  it('is down without shells and degraded with old ones', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const hour = 3_600_000
    const [served, past] = [
      { run: {} as ShellStatus['run'], served: true },
      { run: {} as ShellStatus['run'], served: false },
    ]
    const none = { run: null, served: false }
    const job = (ok: boolean | null, hours: number, error: string | null = null) => ({
      ...{ ok, error, startedAt: now - hours * hour, finishedAt: ok === null ? null : now },
    })
    const state = (
      run: Pick<ShellStatus, 'run' | 'served'>,
      last: ShellStatus['job'],
      running: ShellStatus['running'] = null,
    ) => shellJobState({ ...run, job: last, running, nextRunAt: 0 }, now)
    expect(state(none, null).status).toBe('unknown')
    expect(state(served, job(true, 20)).status).toBe('operational')
    expect(state(past, job(true, 26))).toEqual({ status: 'down', detail: 'no run for over a day' })
    expect(state(served, job(false, 1, 'HTTP 503'))).toEqual({ status: 'degraded', detail: 'HTTP 503' })
    expect(state(past, job(false, 1, 'HTTP 503'))).toEqual({ status: 'down', detail: 'HTTP 503' })
    expect(state(none, job(false, 1, 'HTTP 503')).status).toBe('down')
    expect(state(served, job(null, 3)).status).toBe('degraded')
    const running = {
      instanceName: 'process 1',
      since: '',
      step: 'shells',
      share: 0.409,
      remainingMs: 5_000,
    } as const
    const detail = 'computing, 40 %, by process 1'
    expect(state(served, job(null, 1), running)).toEqual({ status: 'operational', detail })
    expect(state(none, job(null, 1), running)).toEqual({ status: 'unknown', detail })
    expect(state(past, job(null, 1), running)).toEqual({ status: 'down', detail })
  })

  it('--watch repeats until Ctrl-C and exits 0', async () => {
    const home = await dataHome()
    const { advance } = fakeSleep()
    const { stdout, stop } = beginInProcess(['status', '--watch', '1'], home)
    const printed = async () => {
      await advance(1_000)
      return stdout().match(/^unknown at \S+Z; refreshing every 1 s/gm)?.length
    }
    await expect.poll(printed).toBeGreaterThan(1)
    const finished = await stop()
    expect([finished.code, finished.stderr]).toEqual([0, ''])
    expect(finished.stdout).not.toContain('\u001b')
  })
})
