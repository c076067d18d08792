import * as v from 'valibot'
import { CUSTOM_SHELL_ID } from '#debris/custom-shells/custom-shell-records'
import { partNames, RUN_ID, type ShellRun, Shells, shellRunKind } from '#debris/shells/shells'
import { lineOf, type MovedKind } from '#host/maintenance/moved-kind'
import { listOriginsIds } from '#storage/records/record-kind'

/** The runs that readers see. The parts of each follow it, one by one: a run may be 50 MB. */
export const movedRuns: MovedKind<ShellRun> = {
  ...shellRunKind,
  type: 'shell_run',
  id: RUN_ID,
  hasOrigins: true,
  async *lines({ store, now }) {
    for (const origins of await listOriginsIds(shellRunKind, store)) {
      const shells = new Shells(store, origins)
      const run = await shells.findRun(await shells.readPointer(now()))
      if (!run) continue
      yield [lineOf(movedRuns, { origins, id: run.id, record: run })]
      for (const name of partNames(run)) {
        const record = await shells.readPart(run.id, name)
        if (record === undefined) throw new TypeError(`shell run ${run.id} lacks ${name}`)
        yield [lineOf(movedParts, { origins, id: `${run.id}:${name}`, record })]
      }
    }
  },
  partsOf: (run) => partNames(run).map((name) => `${run.id}:${name}`),
  restore: ({ origins = '', record }, { shells }) => shells.begin(origins, record),
}

const PART_NAME = `shell:\\d{1,4}|objects:\\d{1,4}|left|runs|diff|day|custom:${CUSTOM_SHELL_ID.source}`

/** The parts of runs, as `<run>:<name>`; exported with the runs. */
export const movedParts: MovedKind = {
  type: 'shell_part',
  id: new RegExp(`${RUN_ID.source}:(?:${PART_NAME})`),
  schema: v.unknown(),
  encode: (part) => part,
  hasOrigins: true,
  async *lines() {},
  restore: ({ origins = '', id, record }, { shells }) => shells.writePart(origins, id, record),
}
