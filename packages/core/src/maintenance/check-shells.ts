import type { Context } from '#context'
import { damage, reading, type StoreFinding } from '#maintenance/finding'
import { partsOf, type Shells, shellsOf, worldsWithShells } from '#store/shells'

/** Whether the runs that readers see are there with all their parts. */
export async function shellFindings({ store, now, settings }: Context): Promise<StoreFinding[]> {
  const worlds = new Set([settings.world, ...(await worldsWithShells(store))])
  const findings: StoreFinding[] = []
  for (const world of worlds) {
    const shells = shellsOf(store, world)
    await lookAtRun(await shells.pointer(now()), shells, findings)
  }
  return findings
}

async function lookAtRun(pointer: string, shells: Shells, findings: StoreFinding[]): Promise<void> {
  const [id] = pointer.split(' ')
  if (!id) return
  const run = await reading(() => shells.named(pointer), findings)
  if (!run) return void findings.push(damage(`the published run ${id} of the shells is not there`))
  for (const name of [...partsOf(run), ...(run.previous ? ['diff'] : [])]) {
    const part = await reading(() => shells.part(id, name), findings)
    if (part === undefined) findings.push(damage(`the published run ${id} of the shells has no ${name}`))
  }
}
