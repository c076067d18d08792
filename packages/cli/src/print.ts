import { groupThousands } from '@space-data/charts/text'
import { colorize, type Styled } from '#colors'
import type { Terminal } from '#terminal'

/** A table cell. */
export type Cell = string | Styled

/** Prints a value as one line of JSON, its members in snake_case as in the responses of the API. */
export function printJson(value: unknown, terminal: Terminal): Promise<void> {
  return terminal.out(`${JSON.stringify(value, withSnakeCaseMembers)}\n`)
}

function withSnakeCaseMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), member]))
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Prints a table with aligned columns; only the last column may be long. */
export function printTable(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  terminal: Terminal,
): Promise<void> {
  const last = titles.length - 1
  const lines: Styled[][] = [
    titles.map((text) => ({ text, style: 'muted' })),
    ...rows.map((row) => row.map((cell, i) => toStyled(cell, i === last ? LONGEST_LAST : LONGEST))),
  ]
  const widths = titles.map((_, column) =>
    Math.max(...lines.map((line) => displayWidth(line[column]?.text ?? ''))),
  )
  const text = lines.map((line) => alignColumns(line, widths, terminal))
  return terminal.out(`${text.join('\n')}\n`)
}

/** Prints names and values, one pair per line. */
export function printPairs(pairs: Readonly<Record<string, Cell>>, terminal: Terminal): Promise<void> {
  const width = Math.max(...Object.keys(pairs).map(displayWidth))
  const lines = Object.entries(pairs).map(
    ([name, value]) =>
      `${alignColumns([{ text: name, style: 'muted' }, toStyled(value, LONGEST_LAST)], [width], terminal)}\n`,
  )
  return terminal.out(lines.join(''))
}

/** Formats an ISO 8601 instant to the minute: `2026-11-21T14:05Z`; `none` if there is none. */
export function formatMinute(instant: string | null, none: string): string {
  return instant === null ? none : `${instant.slice(0, 16)}Z`
}

/** Formats a number rounded, with thousands separators: `33,710`. */
export function formatInteger(value: number): string {
  return groupThousands(Math.round(value))
}

/** Formats a count with a regular plural: `1 key`, `33,710 keys`. */
export function formatCount(count: number, what: string): string {
  return `${formatInteger(count)} ${what}${count === 1 ? '' : 's'}`
}

/** Formats bytes: `36 kB`, `12.3 MB`. */
export function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Formats seconds: `12 s` up to two minutes, then `5 min`. */
export function formatSeconds(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

const LONGEST = 40
const LONGEST_LAST = 100

function toStyled(cell: Cell, longest: number): Styled {
  const { text, style } = typeof cell === 'string' ? { text: cell, style: 'plain' as const } : cell
  return { text: sanitize(text, longest), style }
}

/** Colorizes last: color codes have no width. */
function alignColumns(cells: readonly Styled[], widths: readonly number[], { colors }: Terminal): string {
  const filled = cells.findLastIndex(({ text }) => text.trim() !== '')
  return cells
    .slice(0, filled + 1)
    .map(({ text, style }, i) => {
      const room = i === filled ? 0 : (widths[i] ?? 0) - displayWidth(text)
      return colorize(text, style, colors) + ' '.repeat(Math.max(0, room))
    })
    .join('  ')
}

/** Replaces control and bidi characters and truncates to `longest` characters. */
export function sanitize(text: string, longest = LONGEST): string {
  const cell = [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')]
  return cell.length > longest ? `${cell.slice(0, longest - 1).join('')}…` : cell.join('')
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u

/** Returns the width of a text in terminal columns. */
function displayWidth(text: string): number {
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return graphemes.reduce((width, { segment }) => width + (WIDE.test(segment) ? 2 : 1), 0)
}
