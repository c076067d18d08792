import { createRunningDigest } from '#kernel/kit/digest'
import { ImportRejectedError } from '#kernel/kit/errors'
import {
  createExportFormat,
  type End,
  type Entry,
  type ExportFormat,
  type Header,
} from '#kernel/maintenance/export-format'
import type { ExportedKinds } from '#kernel/storage/records/exported'

/** Maximum number of characters in a line of an export. */
const MAX_LINE_LENGTH = 2 ** 26

/**
 * Parses the lines of an export and yields the lines with records.
 *
 * @throws ImportRejectedError if a line is invalid, or if the export was truncated or changed
 */
export async function* readEntries(
  chunks: AsyncIterable<string | Uint8Array>,
  kinds: ExportedKinds,
): AsyncGenerator<Entry> {
  const reader = new ExportReader(kinds)
  let number = 0
  for await (const text of splitLines(chunks)) {
    number += 1
    let entry: Entry | undefined
    try {
      entry = reader.take(text, number)
    } catch (error) {
      throw new ImportRejectedError(`line ${number}: ${(error as Error).message}`)
    }
    if (entry) yield entry
  }
  if (number === 0)
    throw new ImportRejectedError('the export is empty: it must have a header and an end line')
  if (!reader.isComplete)
    throw new ImportRejectedError(`the export is truncated after line ${number}: it has no end line`)
}

const UNKNOWN_FORMAT = 'not an export that this version of space-data can read'

/**
 * Checks that an export has all records counted in its last line, and that shell runs have all their parts.
 */
class ExportReader {
  readonly #kinds: ExportedKinds
  readonly #format: ExportFormat
  /** Types of the parts of other records. */
  readonly #parts: ReadonlySet<string>
  readonly #digest = createRunningDigest()
  readonly #counts: Record<string, number>
  /** The record of each part that has not been read yet. */
  readonly #missing = new Map<string, Entry>()
  isComplete = false

  constructor(kinds: ExportedKinds) {
    this.#kinds = kinds
    this.#format = createExportFormat(kinds)
    this.#parts = new Set(Object.values(kinds).flatMap(({ parts }) => parts?.type ?? []))
    this.#counts = this.#format.byType(() => 0)
  }

  /** @throws TypeError if the line is invalid; the message states the reason */
  take(text: string, number: number): Entry | undefined {
    if (this.isComplete) throw new TypeError('unexpected after the end of the export')
    const line = number === 1 ? this.#parseHeader(text) : this.#format.parseLine(text)
    if ('sha256' in line) return this.#end(line)
    this.#digest.add(`${text}\n`)
    if ('record' in line) return this.#count(line)
    if (number > 1) throw new TypeError('unexpected second header: import one export at a time')
    return undefined
  }

  #parseHeader(text: string): Header {
    try {
      const line = this.#format.parseLine(text)
      if ('format' in line) return line
    } catch {}
    throw new TypeError(UNKNOWN_FORMAT)
  }

  #count(entry: Entry): Entry {
    const { type, id, record } = entry
    this.#counts[type] = (this.#counts[type] ?? 0) + 1
    if (this.#parts.has(type) && !this.#missing.delete(id))
      throw new TypeError(`${inWords(type, 'one')} ${id} belongs to no record`)
    for (const part of this.#kinds[type]?.parts?.idsOf(id, record) ?? []) this.#missing.set(part, entry)
    return entry
  }

  #end({ counts, sha256 }: End): undefined {
    this.isComplete = true
    const [incomplete] = this.#missing.values()
    if (incomplete) throw new TypeError(`${inWords(incomplete.type, 'one')} ${incomplete.id} is incomplete`)
    const wrong = Object.keys(this.#kinds).find((type) => counts[type] !== this.#counts[type])
    if (wrong)
      throw new TypeError(
        `expected ${counts[wrong]} ${inWords(wrong)} in the export, found ${this.#counts[wrong]}`,
      )
    if (sha256 !== this.#digest.end())
      throw new TypeError('checksum mismatch: the lines before it were changed')
  }
}

/** Returns a name such as `seriesDays` as `series days`, or as `series day`. */
function inWords(name: string, number: 'one' | 'many' = 'many'): string {
  return (number === 'one' ? name.replace(/s$/, '') : name).replace(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
}

/** Yields lines without their line breaks. */
async function* splitLines(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = ''
  let complete = 0
  for await (const chunk of chunks) {
    const text = decodeChunk(chunk, decoder)
    begun += text
    if (text.includes('\n')) {
      const lines = begun.split('\n')
      begun = lines.pop() ?? ''
      yield* lines
      complete += lines.length
    }
    if (begun.length > MAX_LINE_LENGTH) throw new ImportRejectedError(UNKNOWN_FORMAT)
  }
  if (begun !== '') throw new ImportRejectedError(`the export is truncated in line ${complete + 1}`)
}

function decodeChunk(chunk: string | Uint8Array, decoder: TextDecoder): string {
  try {
    return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  } catch {
    throw new ImportRejectedError(UNKNOWN_FORMAT)
  }
}
