import type { SlicePool } from '@space-data/core/debris'
import { expect, test } from 'vitest'
import { groupObjects } from '../../packages/core/src/features/debris/custom-groups/custom-groups.ts'
import type { CustomShell } from '../../packages/core/src/features/debris/custom-groups/custom-shell.ts'
import { defaultGrid } from '../../packages/core/src/features/debris/density/shell-grid.ts'
import { checkConservation } from '../../packages/core/src/features/debris/density/tally.ts'
import { countSlices, createInlinePool } from '../../packages/core/src/features/debris/night/count-slices.ts'
import { freezeCatalogue } from '../../packages/core/src/features/objects/elements/catalogue.ts'
import { seconds } from '../../packages/core/src/kernel/kit/time.ts'
import { elementSets } from '../debris/night/element-sets.ts'
import { NOON, testContext } from '../support/context.ts'

const everywhere = { latitudeMinDeg: -90, latitudeMaxDeg: 90, latitudeStepDeg: 10 }
const shells: CustomShell[] = [
  { id: 'all', grid: { ...everywhere, minKm: 150, maxKm: 2_010, stepKm: 10 }, filter: {} },
  { id: 'us', grid: { ...everywhere, minKm: 400, maxKm: 900, stepKm: 5 }, filter: { owners: ['US'] } },
  {
    id: 'members',
    grid: { ...everywhere, minKm: 500, maxKm: 600, stepKm: 1 },
    filter: { constellations: 'only' },
  },
]
const catalogue = freezeCatalogue(elementSets(1_300, NOON), { now: NOON })
const types = Uint8Array.from(catalogue.elementSets, (_, i) => i % 4)

function groupsOf(customShells: readonly CustomShell[], owner = 'US') {
  const objects = catalogue.elementSets.map(({ inclinationDeg }, i) => ({
    objectType: 'payload' as const,
    owner: i % 3 ? owner : null,
    inclinationDeg,
    constellation: i % 5 === 0 ? 'STARLINK' : null,
  }))
  return groupObjects(customShells, objects)
}

function count(
  context: ReturnType<typeof testContext>,
  custom = groupsOf(shells),
  pool = createInlinePool(),
) {
  const quiet = { beforeEach: async () => {}, onProgress: () => {}, isResumable: true }
  return countSlices({ catalogue, types, custom, grid: defaultGrid, pool, ...quiet }, context)
}

/** Counts in this thread until its second slice, which fails; five seconds pass with every slice. */
function failingPool(context: ReturnType<typeof testContext>): SlicePool {
  const pool = createInlinePool()
  let slices = 0
  return {
    ...pool,
    run(task) {
      slices += 1
      context.time.at += seconds(5)
      return slices === 2 ? Promise.reject(new Error('killed')) : pool.run(task)
    },
  }
}

test('custom shells are counted beside the standard ones, which stay the same', async () => {
  const [{ tally }, { tally: without }] = await Promise.all([
    count(testContext()),
    count(testContext(), groupsOf([])),
  ])
  expect(checkConservation(tally)).toMatchObject({ holds: true })
  expect({ ...tally, custom: [] }).toEqual(without)
  expect([...tally.custom[0]!.byType]).toEqual([...without.byType])
  for (const { counts } of tally.custom) expect(counts.some((samples) => samples > 0)).toBe(true)
})

test('a run that was interrupted resumes to the counts of one that counts two slices at once', async () => {
  const whole = (await count(testContext(), undefined, { ...createInlinePool(), size: 2 })).tally
  const context = testContext()
  await expect(count(context, undefined, failingPool(context))).rejects.toThrow('killed')
  const { tally, resumed } = await count(context)
  expect(resumed).toBe(true)
  expect(tally).toEqual(whole)
})

test.each([
  ['another custom shell', groupsOf(shells.slice(0, 2))],
  [
    'another grid of one',
    groupsOf([{ ...shells[0]!, grid: { ...everywhere, minKm: 200, maxKm: 400, stepKm: 10 } }]),
  ],
  ['another owner of an object', groupsOf(shells, 'FR')],
])('a run with %s does not resume from the checkpoint of this one', async (_, custom) => {
  const context = testContext()
  await expect(count(context, undefined, failingPool(context))).rejects.toThrow('killed')
  const { resumed, tally } = await count(context, custom)
  expect(resumed).toBe(false)
  expect(tally.custom.length).toBe(custom.grids.length)
})
