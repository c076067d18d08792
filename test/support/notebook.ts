import { textOf } from './markdown.mjs'

/** The notebook of the examples. */
export const NOTEBOOK = 'examples/notebook/space-weather.ipynb'

/** A notebook of nbformat 4.5, as far as it is read here. */
export interface Notebook {
  readonly nbformat: number
  readonly nbformat_minor: number
  readonly metadata: { readonly kernelspec: { readonly name: string; readonly language: string } }
  readonly cells: readonly Cell[]
}

interface Cell {
  readonly id: string
  readonly cell_type: 'code' | 'markdown'
  readonly source: readonly string[]
  /** Those of a code cell. */
  readonly execution_count?: number | null
  readonly outputs?: readonly Output[]
}

/** What a code cell has printed, shown or thrown. */
interface Output {
  readonly output_type: 'stream' | 'display_data' | 'execute_result' | 'error'
  readonly name?: 'stdout' | 'stderr'
  readonly text?: readonly string[]
  readonly data?: Readonly<Record<string, unknown>>
}

export function storedNotebook(): Notebook {
  return JSON.parse(textOf(NOTEBOOK))
}

/** The source of each code cell. */
export function codeOf({ cells }: Notebook): string[] {
  return cells.filter((cell) => cell.cell_type === 'code').map(({ source }) => source.join(''))
}
