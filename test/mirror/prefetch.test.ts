import { createSpaceData, InvalidOptionError, memory, type SpaceDataOptions } from '@space-data/core'
import { mirrorOf } from '@space-data/core/mirror'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tleGroups } from '../../packages/core/src/features/objects/celestrak/tle-groups.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { type Clock, stoppedClock } from '../support/service.ts'
import { turns } from '../support/turns.ts'
import { type Central, centralOn, type Mirror, openMirror } from './pair.ts'

vi.setConfig({ testTimeout: 120_000 })

const RANGE = { minKm: 500, maxKm: 540 }
/** Paths that need no parameter, and four closed parts of series. */
const WITHOUT_PARAMETERS = 29 + 4
/** Descriptions of HAPI, which say since when there are series. */
const DESCRIPTIONS = 11
const HOUR = 3_600_000
/** How long something is waited for that is sure to come. */
const PATIENT = 60_000

test('of a central instance without HAPI everything but the past of the series is fetched', async () => {
  const clock = stoppedClock()
  const central = await populated(clock, { hapi: false })
  const mirror = await openMirror(central, clock, { altitudes: RANGE, hapi: false })
  onTestFinished(mirror.spaceData.jobs.prefetch({ paceMs: 0 }))
  const [lastGroup = ''] = tleGroups.slice(-1)
  await vi.waitFor(() => expect(paths(central)).toContain(`/v1/tle/${lastGroup}`), PATIENT)
  expect(paths(central).filter((path) => path.includes('/series?'))).toEqual([])
  expect(mirror.errors).toEqual([])
})

test('everything that can be named is fetched once, kept, and asked for again only when it is due', async () => {
  const clock = stoppedClock()
  const central = await populated(clock)
  const store = memory()
  const mirror = await openMirror(central, clock, { store, altitudes: RANGE })
  const stop = mirror.spaceData.jobs.prefetch({ paceMs: 0 })
  onTestFinished(stop)
  const shells = 5
  await vi.waitFor(
    () => expect(paths(central)).toHaveLength(WITHOUT_PARAMETERS + tleGroups.length + shells + DESCRIPTIONS),
    PATIENT,
  )
  expect(new Set(central.asked.map(({ url }) => url)).size).toBe(central.asked.length)
  await stop()

  central.network = () => Promise.reject(new InvalidOptionError('away'))
  const offline = await openMirror(central, clock, { store, altitudes: RANGE })
  for (const path of central.asked.map(({ url }) => url.replace('https://central.test', ''))) {
    const { status } = await offline.get(path)
    // A run alone has nothing to differ from, and the sample has not all groups.
    if (status !== 200)
      expect([path, status]).toEqual([expect.stringMatching(/shell\/diff|\/tle\//), expect.any(Number)])
  }
  expect((await offline.get('/shell/density/510')).status).toBe(200)
  expect((await offline.get('/v1/tle/stations')).status).toBe(200)
  expect((await offline.get('/v1/space-weather/kp')).status).toBe(200)
})

test('no shell is asked for while the profile is of the same run, and then all are', async () => {
  const clock = stoppedClock()
  const central = await populated(clock)
  const mirror = await openMirror(central, clock, { altitudes: RANGE })
  await roundOf(mirror, central)
  const asked = (path: string) => paths(central).filter((each) => each.startsWith(path)).length
  const shellsAsked = () => asked('/shell/density/')
  expect([asked('/shell/profile'), shellsAsked()]).toEqual([1, 5])
  clock.advance(22 * HOUR)
  await roundOf(mirror, central)
  expect([asked('/shell/profile'), shellsAsked()]).toEqual([2, 5])
  clock.advance(HOUR)
  await nightOf(central, clock)
  clock.advance(HOUR + 1_000)
  onTestFinished(mirror.spaceData.jobs.prefetch({ paceMs: 0 }))
  await vi.waitFor(() => expect([asked('/shell/profile'), shellsAsked()]).toEqual([3, 10]), PATIENT)
})

test('what is valid for a minute is renewed every quarter of an hour', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  await roundOf(mirror, central)
  const asked = (path: string) => paths(central).filter((each) => each === path).length
  const round = async (times: number) => {
    const stop = mirror.spaceData.jobs.prefetch({ paceMs: 0 })
    await vi.waitFor(() => expect(asked('/v1/events/recent')).toBe(times), PATIENT)
    await stop()
    // Stopping waits for no answer; the clock goes on only when it is there.
    await mirror.get('/v1/events/recent')
    return [asked('/v1/space-weather/kp'), asked('/v1/space-weather/wind')]
  }
  clock.advance(14 * 60_000)
  expect(await round(2)).toEqual([2, 1])
  clock.advance(14 * 60_000)
  expect(await round(3)).toEqual([3, 2])
})

test('a fifth of the quota is left to clients', async () => {
  const clock = stoppedClock()
  const central = await populated(clock, { tiers: { hobby: { requestsPerDay: 10 } } })
  const mirror = await openMirror(central, clock, { altitudes: RANGE })
  onTestFinished(mirror.spaceData.jobs.prefetch({ paceMs: 0 }))
  await vi.waitFor(
    () => expect(paths(central).filter((path) => path.includes('/tle/'))).toHaveLength(tleGroups.length),
    PATIENT,
  )
  await turns(1_000)
  expect(paths(central).filter((path) => !path.includes('/tle/') && !path.includes('/hapi/'))).toHaveLength(8)
  expect((await mirror.get('/v1/objects/25544')).status).toBe(200)
})

test('a central instance that is away ends a round', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  central.network = () => new Response('', { status: 500 })
  const mirror = await openMirror(central, clock)
  onTestFinished(mirror.spaceData.jobs.prefetch({ paceMs: 0 }))
  await vi.waitFor(() => expect(central.asked.length).toBe(3), PATIENT)
  await turns(1_000)
  expect(central.asked).toHaveLength(3)
})

test('it stops while the central instance owes an answer, which is kept if it still comes', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  let answerLate = async () => {}
  central.network = (request) =>
    new Promise((resolve) => {
      answerLate = async () => resolve(await central.spaceData.handle(request))
    })
  const mirror = await openMirror(central, clock)
  const stop = mirror.spaceData.jobs.prefetch({ paceMs: 0 })
  await vi.waitFor(() => expect(central.asked).toHaveLength(1), PATIENT)
  await stop()
  await answerLate()
  expect((await mirror.get(String(paths(central)[0]))).status).toBe(200)
  expect(central.asked).toHaveLength(1)
  expect(mirror.errors).toEqual([])
})

test('only a mirror has something to prefetch, and it runs no job that asks a provider', async () => {
  expect(() => createSpaceData().jobs.prefetch()).toThrow(InvalidOptionError)
  const { jobs } = createSpaceData({ mirror: mirrorOf({ origin: 'https://central.test', key: () => 'k' }) })
  await expect(jobs.shells.pullCatalogue()).rejects.toThrow('run this job on its central instance')
  await expect(jobs.shells.run()).rejects.toThrow(InvalidOptionError)
  await expect(jobs.checks.run()).rejects.toThrow(InvalidOptionError)
  expect(() => jobs.start()).toThrow(InvalidOptionError)
})

/** One round, which ends with the groups: the last of them is asked every time, for six hours have passed. */
async function roundOf(mirror: Mirror, central: Central): Promise<void> {
  const last = `/v1/tle/${tleGroups.at(-1)}`
  const before = paths(central).filter((path) => path === last).length
  const stop = mirror.spaceData.jobs.prefetch({ paceMs: 0 })
  await vi.waitFor(
    () => expect(paths(central).filter((path) => path === last)).toHaveLength(before + 1),
    PATIENT,
  )
  await stop()
  await mirror.get(last)
}

async function populated(clock: Clock, options: SpaceDataOptions = {}): Promise<Central> {
  const central = await centralOn(clock, { altitudes: RANGE, ...options })
  await nightOf(central, clock)
  return central
}

/** Publishes shells of a few objects. */
async function nightOf({ spaceData }: Central, { now }: Clock): Promise<void> {
  const fetchedAt = now().getTime()
  await spaceData.jobs.shells.run({
    pool: () => quickPool(),
    catalogue: catalogueOf(300, 100_000, fetchedAt),
  })
}

function paths({ asked }: Central): string[] {
  return asked.map(({ url }) => new URL(url).pathname)
}
