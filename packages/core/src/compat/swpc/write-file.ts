import { readContent } from '#compat/swpc/read-content'
import type { SwpcFile } from '#compat/swpc/swpc-file'
import type { Endpoint } from '#endpoint/endpoint'
import { ownRequest, readData } from '#endpoint/read-data'
import type { Context } from '#kit/context'

/** A file with its source and its times in epoch milliseconds. */
interface WrittenFile {
  /** What its JSON is, or its text. */
  readonly written: unknown
  readonly source: string
  readonly fetchedAt: number
  readonly validUntil: number
}

/**
 * Reads what a file is written from, and writes it.
 *
 * @param is2025 Whether as it was before the changes of 2026, where it changed.
 * @throws Problem as for clients of that
 */
export async function writeFile(
  file: SwpcFile,
  is2025: boolean,
  endpoints: readonly Endpoint[],
  context: Context,
): Promise<WrittenFile> {
  if ('path' in file) {
    const { path } = file
    const read = { params: {}, request: ownRequest(path), context }
    const { data, source, ...times } = await readData<unknown>(endpoints, path, read)
    const written = ((is2025 && file.write2025) || file.write)(data)
    const [fetchedAt, validUntil] = [Date.parse(times.fetchedAt), Date.parse(times.validUntil)]
    return { written, source, fetchedAt, validUntil }
  }
  const content = await readContent(file, endpoints, context)
  const { source, fetchedAt, validUntil } = content
  return {
    written: ((is2025 && file.write2025) || file.write)(content),
    source,
    fetchedAt,
    validUntil,
  }
}
