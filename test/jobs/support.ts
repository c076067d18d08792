import type { Context } from '../../packages/core/src/context.ts'
import type { SlicePool } from '../../packages/core/src/jobs/count-slices.ts'
import type { Catalogue } from '../../packages/core/src/jobs/propagate-shells.ts'
import { shellCountOf } from '../../packages/core/src/orbit/shell-grid.ts'
import { emptyTally, type SliceTask, type Tally } from '../../packages/core/src/orbit/tally.ts'
import { type ShellRun, shellsOf } from '../../packages/core/src/store/shells.ts'
import { NOON } from '../support/context.ts'
import { elementSets } from './element-sets.ts'

const SAMPLES = 4_320

/** Counts without propagating: each object stays all day in one bin that its number tells. */
function quickTally({ elementSets: sets, grid }: SliceTask): Tally {
  const tally = emptyTally(grid)
  const bins = tally.counts.length / shellCountOf(grid)
  for (const { norad_id } of sets) {
    const shell = norad_id % shellCountOf(grid)
    tally.counts[shell * bins + (norad_id % bins)]! += SAMPLES
    tally.byType[shell * 4 + (norad_id % 4)]! += SAMPLES
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

/** The run that readers see, held against its own records: `undefined` before the first, an error if it is a mixture. */
export async function wholeRun(context: Context): Promise<ShellRun | undefined> {
  const shells = shellsOf(context.store, context.settings.world)
  const run = await shells.named(await shells.pointer(context.now()))
  if (!run) return undefined
  for (const [shell, expected] of run.samples_by_shell.entries()) {
    const samples = await shells.shell(run, shell)
    const found = samples?.counts.reduce((sum, count) => sum + count, 0)
    if (found !== expected) throw new Error(`shell ${shell} of ${run.id} has ${found}, not ${expected}`)
  }
  if (run.previous && !(await shells.diff(run))) throw new Error(`${run.id} has no difference`)
  return run
}

/** All counters of the published run, as bytes. */
export async function publishedBytes(context: Context): Promise<string> {
  const shells = shellsOf(context.store, context.settings.world)
  const run = (await shells.named(await shells.pointer(context.now()))) as ShellRun
  const all = await Promise.all(run.samples_by_shell.map((_, shell) => shells.part(run.id, `shell:${shell}`)))
  return JSON.stringify(all)
}
