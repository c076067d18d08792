import { emptyCounts, kinds, type Moved, memberOf, members } from '#host/maintenance/kinds'
import { encodeEnd, encodeHeader, encodeLines } from '#host/maintenance/line'
import type { Context } from '#kit/context'
import { createRunningDigest } from '#kit/digest'
import { iso } from '#kit/time'

/** Writes a chunk of an export, whole lines; the next chunk is made once the promise resolves. */
export type Write = (text: string) => Promise<void> | void

/**
 * Writes all records that an export has as JSON lines, kind by kind. The last line has their counts and a
 * checksum, so that a truncated export is detected.
 */
export async function exportStore(write: Write, context: Context): Promise<Moved> {
  const digest = createRunningDigest()
  const moved = emptyCounts()
  const emit = async (text: string) => {
    digest.add(text)
    await write(text)
  }
  await emit(encodeHeader(iso(context.now())))
  for (const member of members) {
    for await (const lines of kinds[member].lines(context)) {
      for (const { type } of lines) moved[memberOf(type)] += 1
      await emit(encodeLines(lines))
    }
  }
  await write(encodeEnd(moved, digest.end()))
  return moved
}
