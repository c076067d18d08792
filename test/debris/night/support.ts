import type { Catalogue, ShellRun, SlicePool, SliceTask, Tally } from '@space-data/core/debris'
import { shellCount } from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { emptyTally } from '../../../packages/core/src/features/debris/density/tally.ts'
import type { InstanceContext } from '../../support/context.ts'
import { NOON } from '../../support/context.ts'
import { elementSets } from './element-sets.ts'

const SAMPLES = 4_320

/** Counts without propagating: each object stays all day in one bin that its number tells. */
function quickTally({ elementSets: sets, grid, custom }: SliceTask): Tally {
  const tally = emptyTally(grid, custom?.grids)
  const bins = tally.counts.length / shellCount(grid)
  for (const { noradId } of sets) {
    const shell = noradId % shellCount(grid)
    tally.counts[shell * bins + (noradId % bins)]! += SAMPLES
    tally.byType[shell * 4 + (noradId % 4)]! += SAMPLES
    tally.byKm[shell * grid.shellKm * 4 + (noradId % 4)]! += SAMPLES
  }
  return { ...tally, stats: { ...tally.stats, used: sets.length, inRange: sets.length * SAMPLES } }
}

export function quickPool(each: (task: SliceTask) => Promise<void> | void = () => {}, size = 1): SlicePool {
  return {
    size,
    async run(task) {
      await each(task)
      return quickTally(task)
    },
    close: async () => {},
  }
}

export function catalogueOf(count: number, first?: number, fetchedAt = NOON): Catalogue {
  return { elementSets: elementSets(count, fetchedAt, first), source: 'test catalogue', fetchedAt }
}

/**
 * The run that readers see, held against its own records: `undefined` before the first, an error if it is a
 * mixture.
 */
export async function wholeRun(context: InstanceContext): Promise<ShellRun | undefined> {
  const { shells } = context.debris
  const run = await shells.findRun(await shells.readPointer(context.now()))
  if (!run) return undefined
  for (const [shell, expected] of run.samplesByShell.entries()) {
    const samples = await shells.readShell(run, shell)
    const found = samples?.counts.reduce((sum, count) => sum + count, 0)
    if (found !== expected) throw new Error(`shell ${shell} of ${run.id} has ${found}, not ${expected}`)
  }
  if (run.previous && !(await shells.readDiff(run))) throw new Error(`${run.id} has no difference`)
  return run
}

/** All counters of the published run, as bytes. */
export async function publishedBytes(context: InstanceContext): Promise<string> {
  const { shells } = context.debris
  const run = (await shells.findRun(await shells.readPointer(context.now()))) as ShellRun
  const all = await Promise.all(
    run.samplesByShell.map((_, shell) => shells.readPart(run.id, `shell:${shell}`)),
  )
  return JSON.stringify(all)
}
