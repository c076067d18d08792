import { painted, type Styled } from '#paint'
import type { Terminal } from '#terminal'

/** What stands in a place of a table: a text, or a text with a look. */
export type Cell = string | Styled

/** Prints one JSON value on one line, for programs. */
export function printJson(value: unknown, terminal: Terminal): Promise<void> {
  return terminal.out(`${JSON.stringify(value)}\n`)
}

/** Prints rows under their titles in aligned columns, for people; the last column may be long. */
export function printTable(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  terminal: Terminal,
): Promise<void> {
  const last = titles.length - 1
  const lines: Styled[][] = [
    titles.map((text) => ({ text, style: 'quiet' })),
    ...rows.map((row) => row.map((cell, i) => styled(cell, i === last ? LONGEST_LAST : LONGEST))),
  ]
  const widths = titles.map((_, column) =>
    Math.max(...lines.map((line) => widthOf(line[column]?.text ?? ''))),
  )
  const text = lines.map((line) => inColumns(line, widths, terminal))
  return terminal.out(`${text.join('\n')}\n`)
}

/** Prints names and their values, one pair to a line. */
export function printPairs(pairs: Readonly<Record<string, Cell>>, terminal: Terminal): Promise<void> {
  const width = Math.max(...Object.keys(pairs).map(widthOf))
  const lines = Object.entries(pairs).map(
    ([name, value]) =>
      `${inColumns([{ text: name, style: 'quiet' }, styled(value, LONGEST_LAST)], [width], terminal)}\n`,
  )
  return terminal.out(lines.join(''))
}

/** An ISO 8601 instant to the minute, such as `2026-11-21 14:05Z`; `none` when there is no instant. */
export function minuteOf(instant: string | null, none: string): string {
  return instant === null ? none : `${instant.slice(0, 16).replace('T', ' ')}Z`
}

/** A number to the nearest whole one, in groups of three digits: `33,710`. */
export function wholeOf(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** So many of what is counted, in English that adds an s: `1 key`, `33,710 keys`. */
export function countedOf(count: number, what: string): string {
  return `${wholeOf(count)} ${what}${count === 1 ? '' : 's'}`
}

/** A number of bytes in whole kilobytes up to a megabyte, then to a tenth of one: `36 kB`, `12.3 MB`. */
export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Whole seconds up to two minutes, then whole minutes: `12 s`, `5 min`. */
export function durationOf(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

const LONGEST = 40
const LONGEST_LAST = 100

function styled(cell: Cell, longest: number): Styled {
  const { text, style } = typeof cell === 'string' ? { text: cell, style: 'plain' as const } : cell
  return { text: printable(text, longest), style }
}

/** Colours come last: they take no room, and what is printable has none of its own. */
function inColumns(cells: readonly Styled[], widths: readonly number[], { colours }: Terminal): string {
  const filled = cells.findLastIndex(({ text }) => text.trim() !== '')
  return cells
    .slice(0, filled + 1)
    .map(({ text, style }, i) => {
      const room = i === filled ? 0 : (widths[i] ?? 0) - widthOf(text)
      return painted(text, style, colours) + ' '.repeat(Math.max(0, room))
    })
    .join('  ')
}

/** Without characters that could move the cursor or turn the text round, and not too long for a line. */
export function printable(text: string, longest = LONGEST): string {
  const cell = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')]
  return cell.length > longest ? `${cell.slice(0, longest - 1).join('')}…` : cell.join('')
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u

/** Columns that a terminal gives to the text. */
function widthOf(text: string): number {
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return graphemes.reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0)
}
