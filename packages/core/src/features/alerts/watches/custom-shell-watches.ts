import type { AlertContext } from '#features/alerts/context'
import { customShellDetector, type ObservedShells } from '#features/alerts/detectors/shell-densities'
import { type Watch, watchBy } from '#features/alerts/watches/watches'
import { customDensity } from '#features/custom-shells/custom-density'
import type { CustomShellRecord } from '#features/custom-shells/custom-shell-records'
import { listOwnedShells } from '#features/custom-shells/custom-shells'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { iso } from '#kernel/kit/time'

/**
 * Returns the watches for the custom shells of the published run; none if this process has compared them
 * already. `done` is called after the comparison.
 */
export async function customShellWatches(
  context: AlertContext,
): Promise<{ readonly watches: readonly Watch[]; readonly done: () => void }> {
  const { shells } = context.debris
  const { process } = context.alerts
  const run = await shells.current(context.now())
  if (!run?.customShells.length || process.comparedRun === run.id) return { watches: [], done: () => {} }
  const counted = new Set(run.customShells)
  const owned = (await listOwnedShells(context.customShells.records)).filter(({ record }) =>
    counted.has(record.id),
  )
  const watches = owned.map(({ account, record }) =>
    watchBy(customShellDetector(account, record), () => observe(record, run, shells)),
  )
  const done = () => {
    process.comparedRun = run.id
  }
  return { watches, done }
}

async function observe(
  { id, grid }: CustomShellRecord,
  run: ShellRun,
  shells: Shells,
): Promise<ObservedShells | undefined> {
  const samples = await shells.readCustomShell(run.id, id)
  if (!samples) return undefined
  return { computed_at: iso(run.computedAt), source: run.source, shells: customDensity(samples, grid) }
}
