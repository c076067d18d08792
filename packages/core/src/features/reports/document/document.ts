import type { Drawing } from '@space-data/charts'

/** The readable form of a report, for the page and the PDF: its sentences, charts and tables in order. */
export interface ReportDocument {
  readonly title: string
  /** Month, such as `November 2026`. */
  readonly month: string
  /** Blocks before the first section. */
  readonly summary: readonly Block[]
  readonly sections: readonly Section[]
}

/** A section with its title; `id` is its fragment in links. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block = Text | KeyFigures | Chart | Table

/** A paragraph, or a note in small print. */
export interface Text {
  readonly kind: 'paragraph' | 'note'
  readonly text: string
}

/** The most prominent numbers, each with its name and a note. */
export interface KeyFigures {
  readonly kind: 'key-figures'
  readonly figures: readonly (readonly [value: string, name: string, note: string])[]
}

export interface Chart {
  readonly kind: 'chart'
  readonly drawing: Drawing
  readonly caption: string
}

/** A table; the first cell of a row names it. */
export interface Table {
  readonly kind: 'table'
  /** Absent if the title of the section is enough. */
  readonly caption?: string
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Text shown if there are no rows. */
  readonly none: string
}

export interface Column {
  readonly title: string
  /** Share of the width, relative to other columns. */
  readonly share: number
  readonly type: 'text' | 'number' | 'link'
}

interface Row {
  readonly cells: readonly string[]
  /** Whether the row is emphasised, such as a sum. */
  readonly isBold: boolean
}

/** Absent parts are `false`. */
type Maybe<T> = T | false

/** Returns a section with the blocks that are present. */
export function section(id: string, title: string, blocks: readonly Maybe<Block>[]): Section {
  return { id, title, blocks: blocks.filter((block) => block !== false) }
}

/** Returns a paragraph. */
export function paragraph(text: string): Text {
  return { kind: 'paragraph', text }
}

/** Returns a note. */
export function note(text: string): Text {
  return { kind: 'note', text }
}

/** Returns a chart with its caption. */
export function chart(drawing: Drawing, caption: string): Chart {
  return { kind: 'chart', drawing, caption }
}

/** A column, and the function from an item to its cell. */
interface ColumnOf<T> extends Column {
  readonly cellOf: (row: T) => string | null
}

function columnOf(type: Column['type']) {
  return <T>(title: string, cellOf: ColumnOf<T>['cellOf'], share = 1): ColumnOf<T> => {
    return { title, share, type, cellOf }
  }
}

/** Creates a column of text. */
export const text = columnOf('text')
/** Creates a column of numbers. */
export const number = columnOf('number')
/** Creates a column of links. */
export const link = columnOf('link')

interface TableOptions<T> {
  readonly caption?: string
  /** @default 'None.' */
  readonly none?: string
  readonly isBold?: (row: T) => boolean
}

/** Returns a table with one row per item. Empty cells have a dash. */
export function table<T>(
  items: readonly T[],
  columns: readonly Maybe<ColumnOf<T>>[],
  { none = 'None.', isBold = () => false, ...caption }: TableOptions<T> = {},
): Table {
  const shown = columns.filter((column) => column !== false)
  const rows = items.map((item) => ({
    cells: shown.map(({ cellOf }) => cellOf(item) || '–'),
    isBold: isBold(item),
  }))
  return { kind: 'table', ...caption, columns: shown, rows, none }
}
