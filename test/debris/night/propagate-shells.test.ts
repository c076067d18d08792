import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { createGrid } from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { propagateShells } from '../../../packages/core/src/features/debris/night/propagate-shells.ts'
import { shellStatus } from '../../../packages/core/src/features/debris/night/shell-status.ts'
import { days, minutes, seconds } from '../../../packages/core/src/kernel/kit/time.ts'
import { temporarySqlite } from '../../storage/temporary-sqlite.ts'
import { NOON, type TestContext, testContext, withEnvironment } from '../../support/context.ts'
import { turns } from '../../support/turns.ts'
import { elementSet } from './element-sets.ts'
import { catalogueOf, publishedBytes, quickPool, wholeRun } from './support.ts'

const pool = () => quickPool()

test('a run is published whole, and says what became of every object', async () => {
  const context = testContext()
  const stale = elementSet(7, NOON - days(31))
  const catalogue = catalogueOf(2_500)
  const progress: number[] = []
  const report = await propagateShells(context, {
    catalogue: { ...catalogue, elementSets: [stale, ...catalogue.elementSets] },
    pool,
    onProgress: ({ objectsDone, objectsTotal }) => progress.push(objectsDone, objectsTotal),
  })
  expect(report).toMatchObject({ objects: 2_500, resumed: false, stats: { catalogue: 2_501, stale: 1 } })
  expect(progress).toEqual([0, 2_500, 1_000, 2_500, 2_000, 2_500, 2_500, 2_500])
  const run = await wholeRun(context)
  expect(run).toMatchObject({ id: report.runId, previous: null, t0: Date.parse('2026-11-21T00:00Z') })
  expect(await shellStatus(context)).toMatchObject({
    run: { id: report.runId },
    job: { ok: true, error: null, startedAt: NOON, finishedAt: NOON },
    running: null,
  })
})

test('SGP4 in this thread is the default, and gives the same bytes again', async () => {
  const [one, other] = [testContext(), testContext()]
  const { objects } = await propagateShells(one, { catalogue: catalogueOf(40) })
  expect(objects).toBe(40)
  const reversed = { ...catalogueOf(40), elementSets: [...catalogueOf(40).elementSets].reverse() }
  await propagateShells(other, { catalogue: reversed })
  expect(await publishedBytes(other)).toBe(await publishedBytes(one))
})

test('an old catalogue is propagated at its own time, or at the instant that is asked for', async () => {
  const context = testContext()
  const old = { ...catalogueOf(10, 1, Date.parse('2022-08-09T21:00Z')), fetchedAt: NOON }
  expect((await propagateShells(context, { catalogue: old, pool })).t0).toBe(Date.parse('2022-08-09'))
  const at = Date.parse('2022-08-11T06:00Z')
  expect((await propagateShells(context, { catalogue: old, pool, at })).t0).toBe(at)
  await expect(propagateShells(context, { catalogue: old, pool, at: NOON })).rejects.toThrow(
    'close enough to the day',
  )
})

test.each([
  ['counted', {}],
  ['refused', { at: Date.parse('2022-08-11T06:00Z') }],
])('the pool is opened once and closed once when the catalogue is %s', async (_, options) => {
  const calls: string[] = []
  const close = async () => void calls.push('closed')
  const opened = () => {
    calls.push('opened')
    return { ...quickPool(), close }
  }
  await propagateShells(testContext(), { catalogue: catalogueOf(10), pool: opened, ...options }).catch(
    () => {},
  )
  expect(calls).toEqual(['opened', 'closed'])
})

test('the difference lists what came and what went; two runs are kept', async () => {
  const context = testContext()
  const { shells } = context.debris
  const ids = []
  for (const first of [100, 103, 110]) {
    ids.push((await propagateShells(context, { catalogue: catalogueOf(20, first), pool })).runId)
  }
  const run = await wholeRun(context)
  expect(run?.id).toBe(ids[2])
  const diff = run && (await shells.readDiff(run))
  expect(diff?.added.map(({ norad_id }) => norad_id)).toEqual([123, 124, 125, 126, 127, 128, 129])
  expect(diff?.removed.map(({ norad_id }) => norad_id)).toEqual([103, 104, 105, 106, 107, 108, 109])
  expect(diff).toMatchObject({ added_count: 7, removed_count: 7, truncated: false })
  const moved = diff?.net_by_shell.filter(({ delta_objects }) => delta_objects !== 0) ?? []
  expect(moved).toHaveLength(14)
  expect(moved[0]).toEqual({ altitude_min_km: 150 + 103 * 10, delta_objects: -1 })
  const kept = new Set((await context.store.keys('shell:')).map((key) => key.split(':')[2]))
  expect([...kept].sort()).toEqual([ids[1], ids[2]].sort())
})

describe('at most one at a time', () => {
  test('eight at once: one runs, seven are told who does and since when', async () => {
    const backend = memory()
    const contexts = Array.from({ length: 8 }, () => testContext({ backend }))
    const results = await Promise.allSettled(
      contexts.map((context, i) =>
        propagateShells(context, { catalogue: catalogueOf(3_000), pool, instanceName: `instance ${i}` }),
      ),
    )
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toHaveLength(7)
    for (const reason of refused) {
      expect(reason).toMatchObject({
        name: 'JobLockedError',
        instanceName: 'instance 0',
        since: '2026-11-21T12:00:00.000Z',
      })
    }
    expect((await wholeRun(contexts[7] as TestContext))?.previous).toBeNull()
  })

  test('the same on SQLite, and all is there for who opens the file', async () => {
    const backend = await temporarySqlite()
    const contexts = Array.from({ length: 8 }, () => testContext({ backend }))
    const jobs = contexts.map((context) => propagateShells(context, { catalogue: catalogueOf(300), pool }))
    const results = await Promise.allSettled(jobs)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await propagateShells(contexts[3] as TestContext, { catalogue: catalogueOf(310), pool })
    expect(await wholeRun(testContext({ backend }))).toMatchObject({ counts: { used: 310 } })
    await backend.close()
  })

  test('a holder that was held up past its lease changes nothing, whether the other has ended or not', async () => {
    for (const isOtherDone of [true, false]) {
      const backend = memory()
      const time = { at: NOON }
      const [slow, quick] = [testContext({ backend, time }), testContext({ backend, time })]
      let goOn = () => {}
      const heldUp = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let finishQuick = () => {}
      const waiting = new Promise<void>((resolve) => {
        finishQuick = resolve
      })
      const first = propagateShells(slow, { catalogue: catalogueOf(50), pool: () => quickPool(() => heldUp) })
      const failed = expect(first).rejects.toMatchObject({ name: 'LeaseLostError' })
      await turns()
      time.at += minutes(11)
      const second = propagateShells(quick, {
        catalogue: catalogueOf(60),
        pool: () => quickPool(() => (isOtherDone ? undefined : waiting)),
      })
      if (isOtherDone) await second
      else await turns()
      goOn()
      await failed
      if (!isOtherDone) expect(await wholeRun(slow)).toBeUndefined()
      finishQuick()
      const { runId } = await second
      expect((await wholeRun(slow))?.id).toBe(runId)
      expect((await shellStatus(slow)).job).toMatchObject({ ok: true })
    }
  })

  test('bins of 5 degrees are four times as many, and hold the same objects', async () => {
    const context = testContext()
    const catalogue = catalogueOf(200)
    await propagateShells(context, { catalogue, binDeg: 5 })
    const fine = await wholeRun(context)
    expect(fine?.grid.binDeg).toBe(5)
    await propagateShells(context, { catalogue })
    expect((await wholeRun(context))?.samplesByShell).toEqual(fine?.samplesByShell)
  })

  test('a lease is prolonged while the job works', async () => {
    const context = testContext()
    const tick = () => {
      context.time.at += seconds(170)
    }
    await propagateShells(context, { catalogue: catalogueOf(8_000), pool: () => quickPool(tick) })
    expect((await wholeRun(context))?.counts.used).toBe(8_000)
  })

  test('a job that takes longer than six hours is given up', async () => {
    // Its progress is stored after each of 127 slices: of few shells, as their counts are most of it.
    const grid = createGrid({ minKm: 500, maxKm: 540 })
    const context = withEnvironment(testContext(), { settings: { grid } })
    const tick = () => {
      context.time.at += seconds(170)
    }
    const job = propagateShells(context, { catalogue: catalogueOf(130_000), pool: () => quickPool(tick) })
    await expect(job).rejects.toThrow('six hours')
    expect(await wholeRun(context)).toBeUndefined()
  })
})
