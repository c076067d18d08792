import { createRunningDigest } from '#digest'
import { ImportRejectedError } from '#errors'
import { countLines, type Entry, type Line, type LineOf, type Moved, parseLine } from '#maintenance/lines'
import { RunOrder } from '#maintenance/run-order'

/** Most characters in a line of an export. */
const MAX_LINE_LENGTH = 2 ** 26

/**
 * Parses the lines of an export and yields those after the header.
 *
 * @throws ImportRejectedError if a line is invalid, or the export truncated or changed
 */
export async function* readEntries(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Entry> {
  const digest = createRunningDigest()
  const tally = countLines()
  const runs = new RunOrder()
  let number = 0
  let last: Line | undefined
  for await (const text of splitLines(chunks)) {
    number += 1
    const line = parseNumbered(text, number)
    if (last?.type === 'end') throw createLineError(number, 'unexpected after the end of the export')
    if ((line.type === 'header') !== (number === 1))
      throw createLineError(number, describeHeaderError(number))
    if (line.type === 'end') assertComplete(line, tally.moved, digest.end(), number)
    else digest.add(`${text}\n`)
    tally.add(line)
    last = line
    if (line.type === 'header') continue
    const disorder = runs.add(line)
    if (disorder) throw createLineError(number, disorder)
    yield line
  }
  if (!last) throw new ImportRejectedError('the export is empty: it must have a header and an end line')
  if (last.type !== 'end')
    throw new ImportRejectedError(`the export is truncated after line ${number}: it has no end line`)
}

function parseNumbered(text: string, number: number): Line {
  try {
    return parseLine(text)
  } catch (error) {
    const { message } = error as Error
    throw createLineError(number, number === 1 ? UNKNOWN_FORMAT : message)
  }
}

const UNKNOWN_FORMAT = 'not an export that this version of space-data can read'

function describeHeaderError(number: number): string {
  return number === 1 ? UNKNOWN_FORMAT : 'unexpected second header: import one export at a time'
}

function assertComplete(end: LineOf<'end'>, moved: Moved, sha256: string, number: number): void {
  const members = Object.keys(moved) as (keyof Moved)[]
  const wrong = members.find((member) => end[member] !== moved[member])
  if (wrong)
    throw createLineError(number, `expected ${end[wrong]} ${wrong} in the export, found ${moved[wrong]}`)
  if (end.sha256 !== sha256)
    throw createLineError(number, 'checksum mismatch: the lines before it were changed')
}

function createLineError(number: number, reason: string): ImportRejectedError {
  return new ImportRejectedError(`line ${number}: ${reason}`)
}

/** Yields lines without their line breaks. */
async function* splitLines(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let complete = 0
  for await (const chunk of chunks) {
    const lines = (rest + decodeChunk(chunk, decoder)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw new ImportRejectedError(UNKNOWN_FORMAT)
    complete += lines.length
    yield* lines
  }
  if (rest !== '') throw new ImportRejectedError(`the export is truncated in line ${complete + 1}`)
}

function decodeChunk(chunk: string | Uint8Array, decoder: TextDecoder): string {
  try {
    return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  } catch {
    throw new ImportRejectedError(UNKNOWN_FORMAT)
  }
}
