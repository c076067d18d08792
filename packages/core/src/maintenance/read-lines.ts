import { runningDigest } from '#digest'
import { type Entry, type Line, type Moved, type Of, parsedLine, tallyOf } from '#maintenance/lines'

/** What was given is no whole export; the message says where and why, for people. Nothing that was kept of it does harm. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}

/** Longer than any line of an export. */
const LONGEST = 2 ** 26

/** The lines of an export behind its header, each held against its shape; throws ImportRefused for what is none, or ends before its end. */
export async function* entriesIn(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Entry> {
  const digest = runningDigest()
  const tally = tallyOf()
  let number = 0
  let last: Line | undefined
  for await (const text of linesIn(chunks)) {
    number += 1
    const line = parsed(text, number)
    if (last?.type === 'end') throw refused(number, 'it comes after the end')
    if ((line.type === 'header') !== (number === 1)) throw refused(number, notTheHeader(number))
    if (line.type === 'end') assertWhole(line, tally.moved, digest.end(), number)
    else digest.add(`${text}\n`)
    tally.add(line.type)
    last = line
    if (line.type !== 'header') yield line
  }
  if (!last) throw new ImportRefused('nothing was given: an export has at least two lines')
  if (last.type !== 'end') throw new ImportRefused(`it ends after line ${number}, before its end`)
}

function parsed(text: string, number: number): Line {
  try {
    return parsedLine(text)
  } catch (error) {
    const { message } = error as Error
    throw refused(number, number === 1 ? NO_EXPORT : message)
  }
}

const NO_EXPORT = 'it is no export of this version of space-data'

function notTheHeader(number: number): string {
  return number === 1 ? NO_EXPORT : 'a second export begins in it'
}

function assertWhole(end: Of<'end'>, moved: Moved, sha256: string, number: number): void {
  const members = Object.keys(moved) as (keyof Moved)[]
  const wrong = members.find((member) => end[member] !== moved[member])
  if (wrong) throw refused(number, `it tells of ${end[wrong]} ${wrong}, and ${moved[wrong]} were given`)
  if (end.sha256 !== sha256) throw refused(number, 'the lines before it are not those that were exported')
}

function refused(number: number, why: string): ImportRefused {
  return new ImportRefused(`line ${number}: ${why}`)
}

/** Whole lines, without their ends. */
async function* linesIn(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let whole = 0
  for await (const chunk of chunks) {
    const lines = (rest + textOf(chunk, decoder)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST) throw new ImportRefused(NO_EXPORT)
    whole += lines.length
    yield* lines
  }
  if (rest !== '') throw new ImportRefused(`it ends in the middle of line ${whole + 1}`)
}

function textOf(chunk: string | Uint8Array, decoder: TextDecoder): string {
  try {
    return typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  } catch {
    throw new ImportRefused(NO_EXPORT)
  }
}
