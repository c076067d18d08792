import type { SwpcContext } from '#features/swpc-files/context'
import { readContent } from '#features/swpc-files/read-content'
import type { SwpcFile } from '#features/swpc-files/swpc-file'
import { read } from '#kernel/endpoint/read-data'

/** A file with its source and its times in epoch milliseconds. */
interface WrittenFile {
  /** Content of its JSON, or its text. */
  readonly written: unknown
  readonly source: string
  readonly fetchedAt: number
  readonly validUntil: number
}

/**
 * Reads the content of a file and writes the file.
 *
 * @param is2025 Whether to use the form before the changes of 2026, if the file changed.
 * @throws Problem as for clients of the endpoint
 */
export async function writeFile(file: SwpcFile, is2025: boolean, context: SwpcContext): Promise<WrittenFile> {
  if ('endpoint' in file) {
    const { data, source, ...times } = await read(file.endpoint, { context })
    const written = ((is2025 && file.write2025) || file.write)(data)
    const [fetchedAt, validUntil] = [Date.parse(times.fetchedAt), Date.parse(times.validUntil)]
    return { written, source, fetchedAt, validUntil }
  }
  const content = await readContent(file, context)
  const { source, fetchedAt, validUntil } = content
  return {
    written: ((is2025 && file.write2025) || file.write)(content),
    source,
    fetchedAt,
    validUntil,
  }
}
