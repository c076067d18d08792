import { partNames, Shells, shellRunKind } from '#debris/shells/shells'
import { damage, type StoreFinding, tryRead } from '#host/maintenance/finding'
import type { Context } from '#kit/context'
import { listOriginsIds } from '#storage/records/record-kind'

/** Checks that the published runs are complete, for every set of upstream origins. */
export async function checkShells(
  { store, now, settings }: Context,
  findings: StoreFinding[],
): Promise<void> {
  const originsIds = new Set([settings.originsId, ...(await listOriginsIds(shellRunKind, store))])
  for (const originsId of originsIds) {
    const shells = new Shells(store, originsId)
    await checkRun(await shells.readPointer(now()), shells, findings)
  }
}

async function checkRun(pointer: string, shells: Shells, findings: StoreFinding[]): Promise<void> {
  const [id] = pointer.split(' ')
  if (!id) return
  const run = await tryRead(() => shells.findRun(pointer), findings)
  if (!run) return void findings.push(damage(`published shell run ${id} is missing`))
  for (const name of partNames(run)) {
    const part = await tryRead(() => shells.readPart(id, name), findings)
    if (part === undefined) findings.push(damage(`published shell run ${id} lacks ${name}`))
  }
}
