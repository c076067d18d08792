import { createRunningDigest } from '#kernel/kit/digest'
import type { Environment } from '#kernel/kit/environment'
import { iso } from '#kernel/kit/time'
import { createExportFormat } from '#kernel/maintenance/export-format'
import type { Counts, ExportedKinds } from '#kernel/storage/records/exported'

/** Writes a chunk of complete lines of an export. The next chunk is created after the promise resolves. */
export type Write = (text: string) => Promise<void> | void

/**
 * Writes all records of an export as JSON lines, kind by kind. The last line has the counts of records and a
 * checksum, so that a truncated export is detected.
 */
export async function exportStore(write: Write, kinds: ExportedKinds, context: Environment): Promise<Counts> {
  const format = createExportFormat(kinds)
  const digest = createRunningDigest()
  const counts = format.byType(() => 0)
  const emit = async (text: string) => {
    digest.add(text)
    await write(text)
  }
  const emitEntries = async (type: string, entries: readonly (readonly [string, unknown])[]) => {
    counts[type] = (counts[type] ?? 0) + entries.length
    await emit(entries.map(([id, record]) => format.encodeEntry(type, id, record)).join(''))
  }
  await emit(format.encodeHeader(iso(context.now())))
  const inOrder = Object.entries(kinds).sort(
    ([, a], [, b]) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false),
  )
  for (const [type, { entries, parts }] of inOrder) {
    for await (const batch of entries(context)) {
      await emitEntries(type, batch)
      if (!parts) continue
      for (const part of batch.flatMap(([id, record]) => parts.idsOf(id, record)))
        await emitEntries(parts.type, [[part, await parts.read(part, context)]])
    }
  }
  await write(format.encodeEnd(counts, digest.end()))
  return counts
}
