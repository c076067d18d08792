import { type End, type Entry, type Header, parseLine } from '#host/maintenance/export-format'
import { byType, exportedKinds, exportedTypes } from '#host/maintenance/exported-kinds'
import { createRunningDigest } from '#kit/digest'
import { ImportRejectedError } from '#kit/errors'

/** Maximum number of characters in a line of an export. */
const MAX_LINE_LENGTH = 2 ** 26

/**
 * Parses the lines of an export and yields the lines with records.
 *
 * @throws ImportRejectedError if a line is invalid, or if the export was truncated or changed
 */
export async function* readEntries(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Entry> {
  const reader = new ExportReader()
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
  readonly #digest = createRunningDigest()
  readonly #counts = byType(() => 0)
  /** The run of each part that has not been read yet. */
  readonly #missing = new Map<string, string>()
  isComplete = false

  /** @throws TypeError if the line is invalid; the message states the reason */
  take(text: string, number: number): Entry | undefined {
    if (this.isComplete) throw new TypeError('unexpected after the end of the export')
    const line = number === 1 ? parseHeader(text) : parseLine(text)
    if (line.type === 'end') return this.#end(line)
    this.#digest.add(`${text}\n`)
    if (line.type !== 'header') return this.#count(line)
    if (number > 1) throw new TypeError('unexpected second header: import one export at a time')
    return undefined
  }

  #count(entry: Entry): Entry {
    const { type, id, record } = entry
    this.#counts[type] += 1
    if (type === 'shellParts' && !this.#missing.delete(id))
      throw new TypeError(`shell part ${id} belongs to no run`)
    for (const part of exportedKinds[type].partsOf?.(id, record) ?? []) this.#missing.set(part, id)
    return entry
  }

  #end({ counts, sha256 }: End): undefined {
    this.isComplete = true
    const [incomplete] = this.#missing.values()
    if (incomplete !== undefined) throw new TypeError(`shell run ${incomplete} is incomplete`)
    const wrong = exportedTypes.find((type) => counts[type] !== this.#counts[type])
    if (wrong)
      throw new TypeError(
        `expected ${counts[wrong]} ${inWords(wrong)} in the export, found ${this.#counts[wrong]}`,
      )
    if (sha256 !== this.#digest.end())
      throw new TypeError('checksum mismatch: the lines before it were changed')
  }
}

function parseHeader(text: string): Header {
  try {
    const line = parseLine(text)
    if (line.type === 'header') return line
  } catch {}
  throw new TypeError(UNKNOWN_FORMAT)
}

/** Returns a name such as `seriesDays` as `series days`. */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
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
