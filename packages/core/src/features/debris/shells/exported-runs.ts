import * as v from 'valibot'
import type { DebrisContext } from '#features/debris/context'
import { CUSTOM_SHELL_ID } from '#features/debris/custom-groups/custom-shell'
import { partNames, RUN_ID, type ShellRun, Shells, shellRunKind } from '#features/debris/shells/shells'
import { type Exported, ofAllOrigins, withOrigins } from '#kernel/storage/records/exported'
import { damage, type StoreFinding, tryRead } from '#kernel/storage/records/finding'
import { listOriginsIds, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'

const originsOf = (id: string) => id.slice(0, id.lastIndexOf(':'))

/** The published runs. The parts of each run follow it one by one, as a run may have 50 MB. */
export const exportedRuns: Exported<ShellRun, DebrisContext> = {
  ...shellRunKind,
  id: withOrigins(RUN_ID),
  async *entries({ store, now }) {
    for (const origins of await listOriginsIds(shellRunKind, store)) {
      const run = await new Shells(store, origins).published(now())
      if (run) yield [[`${origins}:${run.id}`, run]]
    }
  },
  parts: {
    type: 'shellParts',
    idsOf: (id, run) => partNames(run).map((name) => `${originsOf(id)}:${run.id}:${name}`),
    read: readPart,
  },
  /** Publishes a run once its parts are written, unless it or a newer run is published already. */
  async restore(id, run, { context, leftOut, later }) {
    const { store, now, settings, debris } = context
    const origins = originsOf(id)
    // Uses the instance's own shells, so that their cache is updated.
    const shells = origins === settings.originsId ? debris.shells : new Shells(store, origins)
    const pointer = await shells.readPointer(now())
    const current = await shells.findRun(pointer)
    if (current && current.computedAt >= run.computedAt) return void leftOut.add(`${origins}:${run.id}`)
    later(async () => {
      await shells.writeRun(run)
      await store.flush()
      // A job that ran in the meantime may have deleted the parts.
      if (!(await shells.swapPointer(pointer, `${run.id} ${crypto.randomUUID()}`, now())))
        throw new Error('the shells were recomputed during the import')
      await store.flush()
    })
  },
  async check(context, findings) {
    const { store, settings } = context
    for (const origins of new Set([settings.originsId, ...(await listOriginsIds(shellRunKind, store))]))
      await checkRun(new Shells(store, origins), context, findings)
  },
}

const PART_NAME = `shell:\\d{1,4}|objects:\\d{1,4}|left|runs|diff|day|custom:${CUSTOM_SHELL_ID.source}`

const partKind = ofAllOrigins(
  recordKind({
    name: shellRunKind.name,
    id: new RegExp(`${RUN_ID.source}:(?:${PART_NAME})`),
    schema: v.unknown(),
  }),
)

/** The parts of runs, which are exported with them. */
export const exportedParts: Exported<unknown, DebrisContext> = {
  ...partKind,
  async *entries() {},
  async restore(id, part, { context, leftOut }) {
    const runId = id.replace(new RegExp(`:(?:${PART_NAME})$`), '')
    if (!leftOut.has(runId)) await new Records(partKind, context).write(id, part)
  },
}

async function readPart(id: string, context: DebrisContext): Promise<unknown> {
  const part = await new Records(partKind, context).read(id)
  if (part === undefined) throw new TypeError(`shell run lacks ${id}`)
  return part
}

async function checkRun(shells: Shells, { now }: DebrisContext, findings: StoreFinding[]): Promise<void> {
  const pointer = await shells.readPointer(now())
  const [id] = pointer.split(' ')
  if (!id) return
  const run = await tryRead(() => shells.findRun(pointer), findings)
  if (!run) return void findings.push(damage(`published shell run ${id} is missing`))
  for (const name of partNames(run)) {
    const part = await tryRead(() => shells.readPart(id, name), findings)
    if (part === undefined) findings.push(damage(`published shell run ${id} lacks ${name}`))
  }
}
