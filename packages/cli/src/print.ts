import type { Terminal } from '#terminal'

/** Prints one JSON value on one line, for programs. */
export function printJson(value: unknown, terminal: Terminal): Promise<void> {
  return terminal.out(`${JSON.stringify(value)}\n`)
}

/** Prints rows under their titles in aligned columns, for people. */
export function printTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  terminal: Terminal,
): Promise<void> {
  const lines = [titles, ...rows.map((row) => row.map(printable))]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  const text = lines.map((line) =>
    line
      .map((cell, i) => padded(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return terminal.out(`${text.join('\n')}\n`)
}

/** Prints names and their values, one pair to a line. */
export function printPairs(pairs: Readonly<Record<string, string>>, terminal: Terminal): Promise<void> {
  const width = Math.max(...Object.keys(pairs).map(widthOf))
  const lines = Object.entries(pairs).map(([name, value]) => `${padded(name, width)}  ${printable(value)}\n`)
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

/** Whole seconds up to two minutes, then whole minutes: `12 s`, `5 min`. */
export function durationOf(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

const MOST_CELL = 40

/** Without characters that could move the cursor or turn the text round, and not too long for a line. */
function printable(text: string): string {
  const cell = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')]
  return cell.length > MOST_CELL ? `${cell.slice(0, MOST_CELL - 1).join('')}…` : cell.join('')
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u

/** Columns that a terminal gives to the text. */
function widthOf(text: string): number {
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return graphemes.reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0)
}
