import { memory, type StoreBackend } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { nightlyShells } from '../../../packages/core/src/features/debris/night/nightly-shells.ts'
import { testContext } from '../../support/context.ts'
import { runUntil } from '../../support/run-until.ts'
import { stoppedClock, testService } from '../../support/service.ts'
import { quickPool } from './support.ts'

const MINUTE = 60_000
const pool = () => quickPool()
const pull = { paceMs: 0 }
const RECORDED = new Set(['services.swpc.noaa.gov', 'kp.gfz.de'])
const isOfSpaceWeather = (error: unknown) => /^(swpc|gfz)-/.test(error instanceof Error ? error.message : '')

/** A service over the sample upstreams that notes every query to CelesTrak. */
async function service(backend: StoreBackend = memory(), clock = stoppedClock('2026-11-21T03:17:00Z')) {
  const asked: string[] = []
  const sample = sampleFetch(clock.now)
  let answer: (query: string) => Response | undefined = () => undefined
  const made = await testService(
    {
      store: backend,
      fetch: async (input, init) => {
        const { hostname, search } = new URL(String(input))
        // Other jobs would record weeks of space weather.
        if (RECORDED.has(hostname)) return new Response('', { status: 503 })
        asked.push(search)
        return answer(search) ?? sample(input, init)
      },
    },
    clock,
  )
  const setAnswer = (next: typeof answer) => {
    answer = next
  }
  return { ...made, asked, backend, setAnswer }
}

const years = (asked: string[]) => asked.filter((query) => query.includes('INTDES'))

test('the night’s job pulls the catalogue, publishes it, and the endpoints answer', async () => {
  const { spaceData, get, asked } = await service()
  const { stats } = await spaceData.jobs.shells.run({ pool, pull })
  expect(stats.catalogue).toBeGreaterThan(300)
  expect(years(asked)).toHaveLength(70)
  const { status, json } = await get('/shell/density/785')
  expect(status).toBe(200)
  expect(json.source).toContain('GP catalogue')
  expect(json.fetched_at).toBe('2026-11-21T03:17:00.000Z')
  expect(json.valid_until).toBe('2026-11-22T03:17:00.000Z')
})

describe('a pull that broke off', () => {
  test('goes on with the years that are missing, in another process as well', async () => {
    const first = await service()
    first.setAnswer((query) =>
      query.includes('INTDES=1999') ? new Response('', { status: 500 }) : undefined,
    )
    await expect(first.spaceData.jobs.shells.run({ pool, pull })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    const { job } = await first.spaceData.jobs.shells.status()
    expect(job).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^CelesTrak is unavailable\. Retry in/),
    })
    expect((await first.get('/status')).json.data.status).toBe('degraded')

    first.clock.advance(20 * MINUTE)
    const second = await service(first.backend, first.clock)
    await second.spaceData.jobs.shells.run({ pool, pull })
    const all = [...years(first.asked), ...years(second.asked)]
    expect(all.filter((query) => query.includes('INTDES=1999'))).toHaveLength(2)
    expect(new Set(all).size).toBe(70)
    expect(all).toHaveLength(71)
    expect((await second.get('/status')).json.data.status).not.toBe('down')
    expect((await second.spaceData.jobs.shells.status()).run?.fetchedAt).toBe(
      Date.parse('2026-11-21T03:17:00Z'),
    )
  })

  test('years that nothing is left of are not asked again either', async () => {
    const first = await service()
    const none = () => new Response('No GP data found', { status: 404 })
    first.setAnswer((query) => {
      if (query.includes('INTDES=2001')) return new Response('', { status: 500 })
      return /INTDES=19[56]/.test(query) ? none() : undefined
    })
    await expect(first.spaceData.jobs.shells.pullCatalogue(pull)).rejects.toThrow()
    first.clock.advance(5 * MINUTE)
    const second = await service(first.backend, first.clock)
    await second.spaceData.jobs.shells.pullCatalogue(pull)
    expect(years(second.asked)).toHaveLength(2026 - 2001 + 1)
  })

  test('the next night asks every year again', async () => {
    const { spaceData, asked, clock } = await service()
    await spaceData.jobs.shells.pullCatalogue(pull)
    clock.advance(24 * 60 * MINUTE)
    await spaceData.jobs.shells.pullCatalogue(pull)
    expect(years(asked)).toHaveLength(140)
  })
})

test('a catalogue that shrank or grew out of line is refused, the run before stays, and /status is degraded', async () => {
  const { spaceData, setAnswer, clock, get } = await service()
  const { runId, stats } = await spaceData.jobs.shells.run({ pool, pull })
  const none = () => new Response('No GP data found', { status: 404 })
  setAnswer((query) => (/INTDES=(1999|20[01])/.test(query) ? none() : undefined))
  clock.advance(24 * 60 * MINUTE)
  await expect(spaceData.jobs.shells.run({ pool, pull })).rejects.toThrow(
    new RegExp(
      `^the catalogue has \\d+ objects, which is not 80 % to 125 % of the usual ${stats.catalogue}; `,
    ),
  )
  const { run, job } = await spaceData.jobs.shells.status()
  expect(run?.id).toBe(runId)
  expect(job).toMatchObject({ ok: false, error: expect.stringContaining('not 80 % to 125 %') })
  expect((await get('/status')).json.data.status).toBe('degraded')

  setAnswer(() => undefined)
  clock.advance(3 * 60 * MINUTE)
  await spaceData.jobs.shells.run({ pool, pull })
  expect((await spaceData.jobs.shells.status()).job).toMatchObject({ ok: true })
})

test('one whose size an operator accepts is published, and the next nights are held against it', async () => {
  const { spaceData, setAnswer, clock } = await service()
  await spaceData.jobs.shells.run({ pool, pull })
  const none = () => new Response('No GP data found', { status: 404 })
  setAnswer((query) => (/INTDES=(1999|20[01])/.test(query) ? none() : undefined))
  clock.advance(24 * 60 * MINUTE)
  await spaceData.jobs.shells.run({ pool, pull, acceptSize: true })
  clock.advance(24 * 60 * MINUTE)
  await spaceData.jobs.shells.run({ pool, pull })
  setAnswer(() => undefined)
  clock.advance(24 * 60 * MINUTE)
  await expect(spaceData.jobs.shells.run({ pool, pull })).rejects.toThrow('not 80 % to 125 %')
})

/** Lets so much time pass on the clock and in the timers of this test, second by second. */
async function pass(clock: ReturnType<typeof stoppedClock>, forMs: number, until = async () => false) {
  for (let passed = 0; passed < forMs && !(await until()); passed += MINUTE / 60) {
    clock.advance(MINUTE / 60)
    await vi.advanceTimersByTimeAsync(MINUTE / 60)
    await new Promise(setImmediate)
  }
}

describe('jobs.start on an empty store', () => {
  const NOON_OF_DAY = '2026-11-21T12:00:00Z'
  const WEE_HOURS = '2026-11-21T00:40:00Z'

  async function started(instant: string, count: number, options: { firstAfterMs?: number } = {}) {
    const backend = memory()
    const clock = stoppedClock(instant)
    const services = await Promise.all(Array.from({ length: count }, () => service(backend, clock)))
    const [first, last] = [services[0], services.at(-1)] as const
    if (!first || !last) throw new Error('no service')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stops = services.map(({ spaceData }) => spaceData.jobs.start({ pool, pull, ...options }))
    const status = () => last.spaceData.jobs.shells.status()
    return {
      clock,
      first,
      last,
      status,
      asked: () => services.flatMap(({ asked }) => years(asked)),
      errors: () => services.flatMap(({ errors }) => errors).filter((error) => !isOfSpaceWeather(error)),
      untilDone: () => pass(clock, 5 * MINUTE, async () => (await status()).job?.ok === true),
      stop: () => Promise.all(stops.map((stop) => stop())),
    }
  }

  test.each([NOON_OF_DAY, WEE_HOURS])(
    'from %s it makes one run after a minute, however many instances do it, and the next at 03:17',
    async (instant) => {
      const { clock, asked, errors, status, untilDone, stop } = await started(instant, 4)
      await pass(clock, MINUTE - 1_000)
      expect(asked()).toEqual([])
      expect((await status()).nextRunAt).toBe(Date.parse(instant) + MINUTE)
      await untilDone()
      await pass(clock, 10 * MINUTE)
      await stop()
      expect(asked()).toHaveLength(70)
      const { run, running, job, nextRunAt } = await status()
      expect([run?.previous, running, job?.ok]).toEqual([null, null, true])
      expect(new Date(nextRunAt).toISOString().slice(11)).toBe('03:17:00.000Z')
      expect(errors()).toEqual([])
    },
    30_000,
  )

  test('a process that is restarted every 50 seconds asks nobody', async () => {
    const { clock, first, asked, stop } = await started(WEE_HOURS, 1)
    await pass(clock, 50_000)
    await stop()
    for (let restarts = 0; restarts < 5; restarts += 1) {
      const stopAgain = first.spaceData.jobs.start({ pool, pull })
      await pass(clock, 50_000)
      await stopAgain()
    }
    expect(asked()).toEqual([])
  })

  test('with no wait it begins at once, and a store that has shells is not computed again', async () => {
    const { clock, first, asked, untilDone, stop } = await started(WEE_HOURS, 1, { firstAfterMs: 0 })
    await untilDone()
    expect(clock.now().getTime() - Date.parse(WEE_HOURS)).toBeLessThan(MINUTE)
    await stop()
    const stopAgain = first.spaceData.jobs.start({ pool, pull, firstAfterMs: 0 })
    await pass(clock, 3 * MINUTE)
    await stopAgain()
    expect(asked()).toHaveLength(70)
  })

  test('shells that are too old to be served are computed anew at any time of day', async () => {
    const { clock, first, status, untilDone, stop } = await started(WEE_HOURS, 1, { firstAfterMs: 0 })
    await untilDone()
    await stop()
    const old = (await status()).run?.id
    clock.advance(3 * 24 * 60 * MINUTE)
    const stopAgain = first.spaceData.jobs.start({ pool, pull })
    await pass(clock, 5 * MINUTE, async () => (await status()).run?.id !== old)
    await stopAgain()
    expect((await status()).served).toBe(true)
  })

  test('a first run that fails is told with its next try, by every process on the store, and 404 says when', async () => {
    const { clock, first, last, status, stop } = await started(NOON_OF_DAY, 2)
    for (const each of [first, last]) each.setAnswer(() => new Response('', { status: 500 }))
    await pass(clock, 5 * MINUTE, async () => (await status()).job?.ok === false)
    await pass(clock, MINUTE)
    const { nextRunAt } = await status()
    const left = nextRunAt - clock.now().getTime()
    expect(left).toBeGreaterThan(6 * MINUTE)
    expect(left).toBeLessThanOrEqual(10 * MINUTE)
    const { headers, json } = await last.get('/shell/density/785')
    expect(Number(headers.get('retry-after'))).toBe(Math.ceil(left / 1_000))
    expect(json.message).toContain(new Date(nextRunAt).toISOString().slice(0, 19))
    await stop()
    // Whoever was to begin is gone, and with it what it said.
    clock.advance(2 * MINUTE)
    expect(new Date((await status()).nextRunAt).toISOString()).toBe('2026-11-22T03:17:00.000Z')
  }, 30_000)
})

test('a first run that fails because of the store is tried again after half a minute', async () => {
  const backend = memory()
  const setIfAbsent = () => Promise.reject(new Error('the store was busy for too long'))
  const busy: StoreBackend = { ...backend, atomic: { ...backend.atomic, setIfAbsent } }
  const context = testContext({ backend: busy })
  const begun = context.time.at
  const failures: number[] = []
  const onError = () => failures.push((context.time.at - begun) / MINUTE)
  const job = nightlyShells(context, { firstAfterMs: 0, pool, pull })
  await runUntil(begun + 4 * MINUTE, job, { ...context, onError })
  expect(failures).toEqual([0, 0.5, 1.5, 3.5])
})
