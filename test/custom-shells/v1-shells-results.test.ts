import { createSpaceData, memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { elementSets } from '../debris/night/element-sets.ts'
import { NIGHT, PLAIN, shellService } from '../debris/shell-service.ts'

const DAY = 86_400_000
const STANDARD = { altitude_min_km: 780, altitude_max_km: 790, altitude_step_km: 10 }

/** A service, and a client of its custom shells that has `shell_pro`. */
async function scene() {
  const service = await shellService()
  return { ...service, ...(await service.clientOf('shell_pro', 'acme')) }
}

describe('the density of a custom shell', () => {
  test('is 404 shell_not_populated with Retry-After until the first night after its creation', async () => {
    const { run, create, send } = await scene()
    await run()
    const { id } = await create()
    const { status, json, headers } = await send('GET', `/${id}/density`)
    expect([status, json.error]).toEqual([404, 'shell_not_populated'])
    expect(json.message).toMatch(/^This custom shell has not been counted yet\. The next run begins at /)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await run()
    expect((await send('GET', `/${id}/density`)).status).toBe(200)
  })

  test('of one that equals a standard shell is the same to the last bit', async () => {
    const { run, create, read, get } = await scene()
    const { id } = await create({ ...STANDARD, latitude_step_deg: 10 })
    await run(elementSets(1_500, Date.parse('2026-11-21T03:17:00Z')))
    const custom = await read(`/${id}/density`)
    const { data: standard } = (await get('/shell/density/785')).json
    expect(standard.objects_total).toBeGreaterThan(0.5)
    const [step] = custom.steps
    for (const name of ['objects_total', 'mean_density_per_km3', 'volume_km3', 'by_type'])
      expect([name, step[name]]).toEqual([name, standard[name]])
    for (const name of ['computed_at', 'catalogue_epoch', 'catalogue_objects', 'method', 'source'])
      expect([name, custom[name]]).toEqual([name, standard[name]])
    expect(step.bands).toHaveLength(18)
    for (const band of step.bands) {
      const bins = standard.bins.filter(
        ({ latitude_deg }: { latitude_deg: number }) => latitude_deg === band.latitude_min_deg + 5,
      )
      const objects = bins.reduce((sum: number, bin: { objects: number }) => sum + bin.objects, 0)
      expect(band.objects).toBeCloseTo(objects, 3)
    }
  })

  test('has the provenance of the run, and is not cached', async () => {
    const { run, create, send } = await scene()
    const { id } = await create()
    await run()
    const { json, headers } = await send('GET', `/${id}/density`)
    expect(json).toMatchObject({ source: 'test catalogue', fetched_at: '2026-11-21T03:17:00.000Z' })
    expect(json.valid_until).toBe('2026-11-22T03:17:00.000Z')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('counts the objects of its filters only, and its parts add up', async () => {
    const { run, create, read, objects } = await scene()
    const wide = { altitude_min_km: 300, altitude_max_km: 2_000, altitude_step_km: 50 }
    const total = async (body: object) => {
      const { id } = await create({ ...wide, ...body })
      return async () => {
        const { steps } = await read(`/${id}/density`)
        return steps.reduce((sum: number, step: { objects_total: number }) => sum + step.objects_total, 0)
      }
    }
    const [all, debris, others, low, high] = await Promise.all([
      total({}),
      total({ object_types: ['debris'] }),
      total({ object_types: ['payload', 'rocket_body', 'unknown'] }),
      total({ inclination_max_deg: 60 }),
      total({ inclination_min_deg: 60 }),
    ])
    await run(objects(120))
    expect(await all()).toBeGreaterThan(60)
    expect(await debris()).toBeGreaterThan(10)
    expect((await debris()) + (await others())).toBeCloseTo(await all(), 2)
    expect(await low()).toBeGreaterThan(10)
    expect((await low()) + (await high())).toBeCloseTo(await all(), 2)
  })

  test('states how much sampling may have changed it', async () => {
    const { run, create, read } = await scene()
    const { id } = await create()
    await run()
    const { steps } = await read(`/${id}/density`)
    for (const { objects_total, sampling_error } of steps) {
      const samples = Math.round(objects_total * 4_320)
      if (samples === 0) expect(sampling_error).toBeNull()
      else expect(sampling_error).toBeCloseTo(1 / Math.sqrt(samples), 4)
    }
  })

  test('is 503 once the run is too old', async () => {
    const { run, create, send, clock } = await scene()
    const { id } = await create()
    await run()
    clock.advance(3 * DAY)
    const { status, json } = await send('GET', `/${id}/density`)
    expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
  })
})

describe('a night', () => {
  test('leaves out the custom shells of accounts whose tier has fallen, which keep them', async () => {
    const { run, create, send, clock, spaceData } = await scene()
    const { id } = await create()
    await spaceData.accounts.setTier('acme', 'pro')
    await run()
    clock.advance(60_000)
    expect((await send('GET', `/${id}/density`)).json.error).toBe('shell_not_populated')
    await spaceData.accounts.setTier('acme', 'shell_pro')
    await run()
    expect((await send('GET', `/${id}/density`)).status).toBe(200)
  })

  test('counts only as many as the tier has now, the oldest', async () => {
    const { run, create, send, clock, spaceData } = await (async () => {
      const service = await shellService({ tiers: { pro: { customShells: 1 } } })
      return { ...service, ...(await service.clientOf('shell_pro', 'acme')) }
    })()
    const first = await create()
    clock.advance(1_000)
    const second = await create()
    await spaceData.accounts.setTier('acme', 'pro')
    await run()
    expect((await send('GET', `/${first['id']}/density`)).status).toBe(200)
    expect((await send('GET', `/${second['id']}/density`)).json.error).toBe('shell_not_populated')
  })

  test('is not run by an instance without them on the same store', async () => {
    const store = memory()
    const service = await shellService({ store })
    const { create, read } = await service.clientOf('shell_pro', 'acme')
    const { id } = await create()
    const without = createSpaceData({ store, now: service.clock.now })
    const catalogue = { elementSets: service.objects(5), source: 'test', fetchedAt: Date.parse(NIGHT) }
    await without.jobs.shells.run({ catalogue })
    await service.run()
    await expect(without.jobs.shells.run({ catalogue })).rejects.toThrow(
      /^the published run counts custom shells, and this instance lacks the feature customShells/,
    )
    expect((await read(`/${id}/density`)).computed_at).toBeDefined()
  })

  test('does not publish what was deleted while it was counted', async () => {
    const { create, send, spaceData, objects, clock } = await scene()
    const [kept, deleted] = [await create(), await create()]
    const pool = () => ({
      size: 1,
      async run(
        task: Parameters<
          typeof import('../../packages/core/src/features/debris/density/tally.ts').tallySlice
        >[0],
      ) {
        await send('DELETE', `/${deleted['id']}`)
        return (await import('../../packages/core/src/features/debris/density/tally.ts')).tallySlice(task)
      },
      close: async () => {},
    })
    const catalogue = { elementSets: objects(5), source: 'test', fetchedAt: clock.now().getTime() }
    const { runId } = await spaceData.jobs.shells.run({ catalogue, pool })
    const { run } = await spaceData.jobs.shells.status()
    expect(run).toMatchObject({ id: runId, customShells: [kept['id']] })
    expect((await spaceData.store.check()).findings).toEqual([])
  })
})

test('an export takes custom shells, their results and their histories along', async () => {
  const { run, create, read, spaceData, objects } = await scene()
  const { id } = await create()
  await run(objects(60))
  const lines: string[] = []
  await spaceData.store.export((text) => void lines.push(text))
  const there = await shellService()
  await there.spaceData.store.import(async function* () {
    yield* lines
  })
  const { read: readThere } = await there.clientOf('shell_pro', 'acme')
  for (const path of ['', `/${id}`, `/${id}/density`, `/${id}/history`])
    expect(await readThere(path)).toEqual(await read(path))
  expect((await read(`/${id}/density`)).steps[0].objects_total).toBeGreaterThan(10)
  expect((await there.spaceData.store.check()).findings).toEqual([])
})

describe('the difference', () => {
  test('is the change of each step from the run before; 404 without one', async () => {
    const { run, create, read, send, objects, clock } = await scene()
    const { id } = await create({ altitude_min_km: 1_550, altitude_max_km: 1_650 })
    await run(objects(200))
    const before = (await read(`/${id}/density`)).steps
    expect((await send('GET', `/${id}/diff`)).json.error).toBe('shell_not_populated')
    clock.advance(DAY)
    await run(objects(300))
    const after = (await read(`/${id}/density`)).steps
    const diff = await read(`/${id}/diff`)
    expect(diff).toMatchObject({
      computed_at: '2026-11-22T03:17:00.000Z',
      previous_computed_at: '2026-11-21T03:17:00.000Z',
    })
    expect(diff.steps).toHaveLength(2)
    for (const [i, { altitude_min_km, delta_objects }] of diff.steps.entries()) {
      expect(altitude_min_km).toBe(1_550 + 50 * i)
      expect(delta_objects).toBeCloseTo(after[i].objects_total - before[i].objects_total, 3)
    }
    expect(diff.delta_objects).toBeCloseTo(diff.steps[0].delta_objects + diff.steps[1].delta_objects, 3)
    expect(diff.delta_objects).toBeGreaterThan(20)
  })
})

describe('the history', () => {
  test('has a day for each run, with the densities of that day; a second run replaces its day', async () => {
    const { run, create, read, objects, clock } = await scene()
    const { id } = await create({ altitude_min_km: 1_450, altitude_max_km: 1_650 })
    const expected = []
    for (const count of [100, 150, 200]) {
      await run(objects(count))
      const { steps, computed_at } = await read(`/${id}/density`)
      const objects_by_step = steps.map(({ objects_total }: { objects_total: number }) => objects_total)
      expected.push({ computed_at, objects_by_step })
      clock.advance(DAY)
    }
    const history = await read(`/${id}/history`)
    expect(history).toMatchObject({ from: '2026-10-26', to: '2026-11-24', count: 3, days: expected })
    expect(history.days.map(({ day }: { day: string }) => day)).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ])
    clock.advance(-DAY)
    await run(objects(10))
    const again = await read(`/${id}/history?from=2026-11-22&to=2026-11-23`)
    expect(again.count).toBe(2)
    expect(again.days[0]).toEqual(history.days[1])
    expect(again.days[1].catalogue_objects).toBe(10)
  })

  test('keeps 400 days, over the turn of months and years, and refuses spans that are longer', async () => {
    const { run, create, read, send, objects, clock } = await scene()
    const { id } = await create()
    await run(objects(3))
    clock.advance(60 * DAY)
    await run(objects(3))
    const days = async (query: string) =>
      (await read(`/${id}/history${query}`)).days.map(({ day }: { day: string }) => day)
    expect(await days('')).toEqual(['2027-01-20'])
    expect(await days('?from=2026-11-21')).toEqual(['2026-11-21', '2027-01-20'])
    expect(await days('?from=2026-11-22&to=2027-01-19')).toEqual([])
    expect(await days('?to=2026-11-21')).toEqual(['2026-11-21'])
    for (const query of [
      'from=2025-01-01',
      'from=2027-01-21',
      'from=2026-11-21&to=2026-11-20',
      'from=yesterday',
      'to=2026-02-30x',
    ]) {
      const { status, json } = await send('GET', `/${id}/history?${query}`)
      expect([query, status, json.error]).toEqual([query, 400, 'invalid_parameter'])
      expect(json.message).toMatch(/^Invalid (from|to): expected a UTC date/)
    }
  })

  test('gets the day that could not be written after its run was published with the next run', async () => {
    const backend = memory()
    const records = backend.adapter as Map<string, string>
    const set = records.set.bind(records)
    const { run, clientOf, objects, clock, errors } = await shellService({ store: backend })
    const { create, read } = await clientOf('shell_pro')
    const { id } = await create()
    records.set = (key, value) => {
      if (key.startsWith('custom-shell-days:')) throw new Error('the disk is full')
      return set(key, value)
    }
    await run(objects(700))
    const { steps, computed_at } = await read(`/${id}/density`)
    expect(errors.length).toBeGreaterThan(0)
    expect((await read(`/${id}/history`)).days).toEqual([])
    records.set = set
    clock.advance(DAY)
    await run(objects(800))
    const { days } = await read(`/${id}/history`)
    expect(days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-21', '2026-11-22'])
    expect(days[0].computed_at).toBe(computed_at)
    expect(days[0].objects_by_step).toEqual(
      steps.map(({ objects_total }: { objects_total: number }) => objects_total),
    )
  })

  test('is deleted with the custom shell', async () => {
    const { run, create, read, send, objects } = await scene()
    const { id } = await create()
    await run(objects(3))
    expect((await read(`/${id}/history`)).count).toBe(1)
    await send('DELETE', `/${id}`)
    expect((await send('GET', `/${id}/history`)).json.error).toBe('custom_shell_not_found')
  })

  test('is empty while the shell has not been counted', async () => {
    const { run, create, read } = await scene()
    await run()
    const { id } = await create(PLAIN)
    expect(await read(`/${id}/history`)).toMatchObject({ count: 0, days: [] })
  })
})
