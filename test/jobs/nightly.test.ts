import { memory } from '@space-data/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { quickPool } from './support.ts'

const MINUTE = 60_000
const pool = () => quickPool()
const pull = { paceMs: 0 }

/** A service over the sample upstreams that notes every query to CelesTrak. */
async function service(backend: Backend = memory(), clock = stoppedClock('2026-11-21T03:17:00Z')) {
  const asked: string[] = []
  const sample = sampleFetch(clock.now)
  let answer: (query: string) => Response | undefined = () => undefined
  const made = await testService(
    {
      store: backend,
      fetch: async (input, init) => {
        const { search } = new URL(String(input))
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
  const { stats } = await spaceData.jobs.propagateShells({ pool, pull })
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
    await expect(first.spaceData.jobs.propagateShells({ pool, pull })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    const { job } = await first.spaceData.jobs.shellStatus()
    expect(job).toMatchObject({ ok: false, error: 'The upstream provider cannot be reached right now.' })
    expect((await first.get('/status')).json.data.status).toBe('degraded')

    first.clock.advance(20 * MINUTE)
    const second = await service(first.backend, first.clock)
    await second.spaceData.jobs.propagateShells({ pool, pull })
    const all = [...years(first.asked), ...years(second.asked)]
    expect(all.filter((query) => query.includes('INTDES=1999'))).toHaveLength(2)
    expect(new Set(all).size).toBe(70)
    expect(all).toHaveLength(71)
    expect((await second.get('/status')).json.data.status).not.toBe('down')
    expect((await second.spaceData.jobs.shellStatus()).run?.fetched_at).toBe(
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
    await expect(first.spaceData.jobs.pullCatalogue(pull)).rejects.toThrow()
    first.clock.advance(5 * MINUTE)
    const second = await service(first.backend, first.clock)
    await second.spaceData.jobs.pullCatalogue(pull)
    expect(years(second.asked)).toHaveLength(2026 - 2001 + 1)
  })

  test('the next night asks every year again', async () => {
    const { spaceData, asked, clock } = await service()
    await spaceData.jobs.pullCatalogue(pull)
    clock.advance(24 * 60 * MINUTE)
    await spaceData.jobs.pullCatalogue(pull)
    expect(years(asked)).toHaveLength(140)
  })
})

test('a catalogue that shrank or grew out of line is refused, the run before stays, and /status is degraded', async () => {
  const { spaceData, setAnswer, clock, get } = await service()
  const { run_id, stats } = await spaceData.jobs.propagateShells({ pool, pull })
  const none = () => new Response('No GP data found', { status: 404 })
  setAnswer((query) => (/INTDES=(1999|20[01])/.test(query) ? none() : undefined))
  clock.advance(24 * 60 * MINUTE)
  await expect(spaceData.jobs.propagateShells({ pool, pull })).rejects.toThrow(
    new RegExp(`^the catalogue has \\d+ objects where the last ones had ${stats.catalogue}: `),
  )
  const { run, job } = await spaceData.jobs.shellStatus()
  expect(run?.id).toBe(run_id)
  expect(job).toMatchObject({ ok: false, error: expect.stringContaining('less than 80 %') })
  expect((await get('/status')).json.data.status).toBe('degraded')

  setAnswer(() => undefined)
  clock.advance(3 * 60 * MINUTE)
  await spaceData.jobs.propagateShells({ pool, pull })
  expect((await spaceData.jobs.shellStatus()).job).toMatchObject({ ok: true })
})

test('one whose size an operator accepts is published, and the next nights are held against it', async () => {
  const { spaceData, setAnswer, clock } = await service()
  await spaceData.jobs.propagateShells({ pool, pull })
  const none = () => new Response('No GP data found', { status: 404 })
  setAnswer((query) => (/INTDES=(1999|20[01])/.test(query) ? none() : undefined))
  clock.advance(24 * 60 * MINUTE)
  await spaceData.jobs.propagateShells({ pool, pull, acceptSize: true })
  clock.advance(24 * 60 * MINUTE)
  await spaceData.jobs.propagateShells({ pool, pull })
  setAnswer(() => undefined)
  clock.advance(24 * 60 * MINUTE)
  await expect(spaceData.jobs.propagateShells({ pool, pull })).rejects.toThrow('more than 125 %')
})

test('jobs.start runs a missed night once, however many instances do it, and stops', async () => {
  const backend = memory()
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const services = await Promise.all(Array.from({ length: 4 }, () => service(backend, clock)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stops = services.map(({ spaceData }) => spaceData.jobs.start({ pool, pull }))
  await vi.advanceTimersByTimeAsync(MINUTE - 1)
  expect(services.flatMap(({ asked }) => asked)).toEqual([])
  for (let i = 0; i < 200; i += 1) {
    await vi.advanceTimersByTimeAsync(MINUTE / 60)
    await new Promise(setImmediate)
    if ((await services[0]?.spaceData.jobs.shellStatus())?.job?.ok) break
  }
  await vi.advanceTimersByTimeAsync(MINUTE)
  await Promise.all(stops.map((stop) => stop()))
  expect(services.flatMap(({ asked }) => years(asked))).toHaveLength(70)
  const status = await services[3]?.spaceData.jobs.shellStatus()
  expect(status).toMatchObject({ run: { previous: null }, running: null, job: { ok: true } })
  expect(services.flatMap(({ errors }) => errors)).toEqual([])
})
