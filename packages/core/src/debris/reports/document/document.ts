import type { Drawing } from '@space-data/charts'

/** A report as it is read, on the page and in the PDF: its sentences, charts and tables in their order. */
export interface ReportDocument {
  readonly title: string
  /** Month, such as `November 2026`. */
  readonly month: string
  /** What comes before the first section. */
  readonly summary: readonly Block[]
  readonly sections: readonly Section[]
}

/** A section with its title; `id` is what links to it end with. */
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

/** Numbers to be seen first, each with its name and what it is of. */
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
  /** What is shown instead of no rows. */
  readonly none: string
}

export interface Column {
  readonly title: string
  /** Its part of the width, against that of other columns. */
  readonly share: number
  readonly type: 'text' | 'number' | 'link'
}

interface Row {
  readonly cells: readonly string[]
  /** Whether the row stands out, as a sum does. */
  readonly isBold: boolean
}

/** Absent parts are `false`. */
type Maybe<T> = T | false

/** Returns a section of the blocks that there are. */
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

/** A column and how its cells follow from what the rows are of. */
interface ColumnOf<T> extends Column {
  readonly cellOf: (row: T) => string | null
}

function columnOf(type: Column['type']) {
  return <T>(title: string, cellOf: ColumnOf<T>['cellOf'], share = 1): ColumnOf<T> => {
    return { title, share, type, cellOf }
  }
}

/** Returns a column of words. */
export const text = columnOf('text')
/** Returns a column of numbers. */
export const number = columnOf('number')
/** Returns a column of addresses. */
export const link = columnOf('link')

interface TableOptions<T> {
  readonly caption?: string
  /** @default 'None.' */
  readonly none?: string
  readonly isBold?: (row: T) => boolean
}

/** Returns a table with a row for each item; empty cells have a dash. */
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
