import { groupThousands } from '@space-data/charts/text'
import { colorize, type Styled } from '#kit/colors'
import { cutToWidth, displayWidth, fitWidths, wrapWords } from '#kit/fit-text'
import type { Terminal } from '#kit/terminal'

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

/** Options of a table. */
interface TableOptions {
  /** Titles of the columns that a narrow terminal leaves out, in this order. */
  readonly leaving?: readonly string[]
  /** Titles of the columns that must not be truncated. */
  readonly whole?: readonly string[]
}

/**
 * Prints a table with aligned columns. On a terminal it fits the width: columns are left out, and the widest
 * are cut. Elsewhere it is complete.
 */
export function printTable(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  terminal: Terminal,
  { leaving = [], whole = [] }: TableOptions = {},
): Promise<void> {
  const lines: Styled[][] = [
    titles.map((text) => ({ text, style: 'muted' })),
    ...rows.map((row) => row.map(toStyled)),
  ]
  const widths = titles.map((_, column) =>
    Math.max(...lines.map((line) => displayWidth(line[column]?.text ?? ''))),
  )
  const numbersOf = (some: readonly string[]) =>
    some.map((title) => titles.indexOf(title)).filter((column) => column !== -1)
  const rules = { leaving: numbersOf(leaving), whole: numbersOf(whole) }
  const fitted = fitWidths(widths, terminal.columns ?? Number.POSITIVE_INFINITY, rules)
  const isShown = (_: unknown, column: number) => widths[column] === 0 || fitted[column] !== 0
  const text = lines.map((line) => {
    const cells = line.map(({ text, style }, i) => ({ text: cutToWidth(text, fitted[i] ?? 0), style }))
    return alignColumns(cells.filter(isShown), fitted.filter(isShown), terminal)
  })
  return terminal.out(`${text.join('\n')}\n`)
}

/** Prints names and values, one pair per line; on a terminal, long values are wrapped at words. */
export function printPairs(pairs: Readonly<Record<string, Cell>>, terminal: Terminal): Promise<void> {
  const width = Math.max(...Object.keys(pairs).map(displayWidth))
  const room = terminal.columns === undefined ? undefined : terminal.columns - width - 2
  const lines = Object.entries(pairs).flatMap(([name, value]) => {
    const { text, style } = toStyled(value)
    return wrapWords(text, room).map((part, i) =>
      alignColumns(
        [
          { text: i === 0 ? name : '', style: 'muted' },
          { text: part, style },
        ],
        [width],
        terminal,
      ),
    )
  })
  return terminal.out(`${lines.join('\n')}\n`)
}

/** Prints a text, broken at words to fit a terminal. */
export function printLines(text: string, terminal: Terminal): Promise<void> {
  const lines = text.split('\n').flatMap((line) => wrapWords(line, terminal.columns))
  return terminal.out(`${lines.join('\n')}\n`)
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

/** Returns a name in camelCase, such as `seriesDays`, in words: `series days`. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Formats bytes: `36 kB`, `12.3 MB`. */
export function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Formats seconds: `12 s` up to two minutes, then `5 min`. */
export function formatSeconds(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

function toStyled(cell: Cell): Styled {
  const { text, style } = typeof cell === 'string' ? { text: cell, style: 'plain' as const } : cell
  return { text: sanitize(text), style }
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

/** Replaces control and bidi characters. */
export function sanitize(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�')
}
