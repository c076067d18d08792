import { readExportedPart } from '#debris/shells/exported-runs'
import type { InstanceContext } from '#host/context'
import { encodeEnd, encodeEntry, encodeHeader } from '#host/maintenance/export-format'
import { byType, exportedKinds, exportedTypes, type Moved } from '#host/maintenance/exported-kinds'
import { createRunningDigest } from '#kit/digest'
import { iso } from '#kit/time'

/** Writes a chunk of complete lines of an export. The next chunk is created after the promise resolves. */
export type Write = (text: string) => Promise<void> | void

/** Counts come before keys, as an interrupted import must never leave a key with an unused quota. */
const ORDER = new Set<keyof Moved>(['dailyCounts', ...exportedTypes])

/**
 * Writes all records of an export as JSON lines, kind by kind. The last line has the counts of records and a
 * checksum, so that a truncated export is detected.
 */
export async function exportStore(write: Write, context: InstanceContext): Promise<Moved> {
  const digest = createRunningDigest()
  const moved = byType(() => 0)
  const emit = async (text: string) => {
    digest.add(text)
    await write(text)
  }
  const emitEntries = async (type: keyof Moved, entries: readonly (readonly [string, unknown])[]) => {
    moved[type] += entries.length
    await emit(entries.map(([id, record]) => encodeEntry(type, id, record)).join(''))
  }
  await emit(encodeHeader(iso(context.now())))
  for (const type of ORDER) {
    const { entries, partsOf = () => [] } = exportedKinds[type]
    for await (const batch of entries(context)) {
      await emitEntries(type, batch)
      for (const part of batch.flatMap(([id, record]) => partsOf(id, record)))
        await emitEntries('shellParts', [[part, await readExportedPart(part, context)]])
    }
  }
  await write(encodeEnd(moved, digest.end()))
  return moved
}
