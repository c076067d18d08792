import { createSpaceData, type ShellStatus } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, it } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { jobStateOf } from '../../packages/cli/src/shell-job.ts'
import { begin, dataHome, emptyStore, run, serve, tempFolder } from './program.ts'

describe('status', () => {
  it('knows what a server on the same store has asked, of the same upstreams only', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const server = await serve(['--sample', '--no-jobs'], env)
    expect((await fetch(`${server.url}/v1/tle/stations`)).status).toBe(200)

    const people = await run(['status', '--sample'], env)
    expect(people.code).toBe(0)
    expect(people.stdout).toMatch(/^UPSTREAM +STATE +LAST GOOD +NEWEST VALUE +LATENCY +WHAT IS WRONG\n/)
    expect(people.stdout).toMatch(
      /^celestrak-group +● operational +(just now|\d+ s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ +\d+ \w+ ago +\d+ ms +-$/m,
    )
    expect(people.stdout).toMatch(/^donki-cme +○ unknown +- +- +- +not asked yet$/m)
    expect(people.stdout).toMatch(/^shell-job +○ unknown +- +- +- +not run yet$/m)
    expect(people.stdout).not.toContain('\u001b')

    const programs = JSON.parse((await run(['status', '--sample', '--json'], env)).stdout)
    expect(Object.keys(programs)).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    expect(programs.data.status).toBe('operational')
    await emptyStore(`${env.XDG_DATA_HOME}/space-data/space-data.sqlite`)
    expect(JSON.parse((await run(['status', '--json'], env)).stdout).data.status).toBe('unknown')
  })

  it('exits 1 when an upstream is down, from its first failure on, and the order of the flags does not matter', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const upstreams = { swpc: 'http://127.0.0.1:9', celestrak: 'http://127.0.0.1:9/mirror' }
    const fetch = async () => new Response(null, { status: 500 })
    const spaceData = createSpaceData({ store: await sqlite(path), upstreams, fetch, onError() {} })
    expect((await spaceData.handle(new Request('http://localhost/v1/tle/stations'))).status).toBe(503)
    await spaceData.close()
    const world = [`celestrak=${upstreams.celestrak}/`, `swpc=${upstreams.swpc}`].flatMap((one) => [
      '--upstream',
      one,
    ])
    const { code, stdout, stderr } = await run(['status', '--store', `sqlite:${path}`, ...world], {})
    expect(stdout).toMatch(
      /^celestrak-group +● down +- +- +\d+ ms +HTTP 500, down since (just now|\d+ s ago), 20\d\d-\d\d-\d\dT\d\d:\d\dZ$/m,
    )
    expect(stderr).toBe('space-data: celestrak-group is down\n')
    expect(code).toBe(1)
  })

  it('exits 1 when a feed fails, also while something of it can be served', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const ask = async (at: number, fetch: typeof globalThis.fetch) => {
      const options = { fetch, now: () => new Date(at), onError() {} }
      const spaceData = createSpaceData({ store: await sqlite(path), ...options })
      await spaceData.handleAsOperator(new Request('http://localhost/v1/launches/upcoming'))
      await spaceData.close()
    }
    const status = (env = {}) => run(['status', '--store', `sqlite:${path}`], env)
    const earlier = Date.now() - 90 * 60_000
    await ask(
      earlier,
      sampleFetch(() => new Date(earlier)),
    )
    expect((await status()).code).toBe(0)
    await ask(Date.now(), () => Promise.reject(new TypeError('boom')))

    const carried = await status({ SPACE_DATA_STALE_IF_ERROR: '6h' })
    expect(carried.stdout).toMatch(
      /^launch-library-upcoming +● degraded .* the connection failed, failing since /m,
    )
    expect([carried.code, carried.stderr]).toEqual([1, 'space-data: launch-library-upcoming is failing\n'])
    const lost = await status()
    expect(lost.stdout).toMatch(/^launch-library-upcoming +● down .* the connection failed, down since /m)
    expect([lost.code, lost.stderr]).toEqual([1, 'space-data: launch-library-upcoming is down\n'])
  })

  it('says when readers have no shells, or those of an earlier night', async () => {
    const now = Date.parse('2026-11-21T12:00:00Z')
    const hour = 3_600_000
    const [served, past] = [
      { run: {} as ShellStatus['run'], served: true },
      { run: {} as ShellStatus['run'], served: false },
    ]
    const none = { run: null, served: false }
    const job = (ok: boolean | null, hours: number, error: string | null = null) => ({
      ...{ ok, error, started_at: now - hours * hour, finished_at: ok === null ? null : now },
    })
    const state = (
      run: Pick<ShellStatus, 'run' | 'served'>,
      last: ShellStatus['job'],
      running: ShellStatus['running'] = null,
    ) => jobStateOf({ ...run, job: last, running, next_run_at: 0 }, now)
    expect(state(none, null).status).toBe('unknown')
    expect(state(served, job(true, 20)).status).toBe('operational')
    expect(state(past, job(true, 26))).toEqual({ status: 'down', words: 'no run for over a day' })
    expect(state(served, job(false, 1, 'HTTP 503'))).toEqual({ status: 'degraded', words: 'HTTP 503' })
    expect(state(past, job(false, 1, 'HTTP 503'))).toEqual({ status: 'down', words: 'HTTP 503' })
    expect(state(none, job(false, 1, 'HTTP 503')).status).toBe('down')
    expect(state(served, job(null, 3)).status).toBe('degraded')
    const running = { who: 'process 1', since: '', step: 'shells', share: 0.409, left_ms: 5_000 } as const
    const words = 'computing, 40 %, by process 1'
    expect(state(served, job(null, 1), running)).toEqual({ status: 'operational', words })
    expect(state(none, job(null, 1), running)).toEqual({ status: 'unknown', words })
    expect(state(past, job(null, 1), running)).toEqual({ status: 'down', words })
  })

  it('--watch shows it again and again until Ctrl-C, and ends well', async () => {
    const { child, finished } = begin(['status', '--watch', '1'], await dataHome())
    let seen = ''
    child.stdout?.on('data', (chunk) => {
      seen += chunk
    })
    await expect.poll(() => seen.match(/^unknown at \S+Z; every 1 s/gm)?.length, { timeout: 15_000 }).toBe(2)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await finished
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain('\u001b')
  }, 20_000)
})
