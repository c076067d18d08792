import { emptyCounts, kinds, members } from '#host/maintenance/kinds'
import { type End, type Entry, type Line, parseLine } from '#host/maintenance/line'
import { createRunningDigest } from '#kit/digest'
import { ImportRejectedError } from '#kit/errors'

/** Most characters in a line of an export. */
const MAX_LINE_LENGTH = 2 ** 26

/**
 * Parses the lines of an export and yields those with records.
 *
 * @throws ImportRejectedError if a line is invalid, or the export truncated or changed
 */
export async function* readEntries(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Entry> {
  const reader = new ExportReader()
  let number = 0
  for await (const text of splitLines(chunks)) {
    number += 1
    let line: Line
    try {
      line = reader.take(text, number)
    } catch (error) {
      throw new ImportRejectedError(`line ${number}: ${(error as Error).message}`)
    }
    if (line.type === 'record') yield line
  }
  if (number === 0)
    throw new ImportRejectedError('the export is empty: it must have a header and an end line')
  if (!reader.isComplete)
    throw new ImportRejectedError(`the export is truncated after line ${number}: it has no end line`)
}

const UNKNOWN_FORMAT = 'not an export that this version of space-data can read'

/** Checks that an export has all that its last line says, and runs of the shells all of their parts. */
class ExportReader {
  readonly #digest = createRunningDigest()
  readonly #counts = emptyCounts()
  /** The run of each part that has not come yet. */
  readonly #missing = new Map<string, string>()
  isComplete = false

  /** @throws TypeError if the line is invalid; the message says what is wrong */
  take(text: string, number: number): Line {
    if (this.isComplete) throw new TypeError('unexpected after the end of the export')
    const line = number === 1 ? parseFirst(text) : parseLine(text)
    if (line.type === 'end') this.#end(line)
    else this.#digest.add(`${text}\n`)
    if (line.type === 'record') this.#count(line)
    if (line.type === 'header' && number > 1)
      throw new TypeError('unexpected second header: import one export at a time')
    return line
  }

  #count({ member, origins, id, record }: Entry): void {
    this.#counts[member] += 1
    if (member === 'shellParts' && !this.#missing.delete(`${origins}:${id}`))
      throw new TypeError(`shell part ${id} belongs to no run`)
    for (const part of kinds[member].partsOf?.(record) ?? []) this.#missing.set(`${origins}:${part}`, id)
  }

  #end({ counts, sha256 }: End): void {
    this.isComplete = true
    const [incomplete] = this.#missing.values()
    if (incomplete !== undefined) throw new TypeError(`shell run ${incomplete} is incomplete`)
    const wrong = members.find((member) => counts[member] !== this.#counts[member])
    if (wrong)
      throw new TypeError(
        `expected ${counts[wrong]} ${inWords(wrong)} in the export, found ${this.#counts[wrong]}`,
      )
    if (sha256 !== this.#digest.end())
      throw new TypeError('checksum mismatch: the lines before it were changed')
  }
}

function parseFirst(text: string): Line {
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
  let begun: string[] = []
  let length = 0
  let complete = 0
  for await (const chunk of chunks) {
    const [first = '', ...others] = decodeChunk(chunk, decoder).split('\n')
    begun.push(first)
    length += first.length
    for (const other of others) {
      yield begun.join('')
      complete += 1
      begun = [other]
      length = other.length
    }
    if (length > MAX_LINE_LENGTH) throw new ImportRejectedError(UNKNOWN_FORMAT)
  }
  if (length > 0) throw new ImportRejectedError(`the export is truncated in line ${complete + 1}`)
}

function decodeChunk(chunk: string | Uint8Array, decoder: TextDecoder): string {
  try {
    return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  } catch {
    throw new ImportRejectedError(UNKNOWN_FORMAT)
  }
}
