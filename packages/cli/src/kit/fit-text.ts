/** Characters that take two columns of a terminal. */
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u

/** Space between two columns of a table. */
const GAP = 2
/** Columns are cut to this width and not further. */
const NARROWEST = 8

/** Returns the width of a text in terminal columns. */
export function displayWidth(text: string): number {
  return segmentsOf(text).reduce((width, segment) => width + widthOf(segment), 0)
}

/** Cuts a text to a width, the last character being `…` if something is missing. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let cut = ''
  let left = width - 1
  for (const segment of segmentsOf(text)) {
    left -= widthOf(segment)
    if (left < 0) break
    cut += segment
  }
  return `${cut}…`
}

/**
 * Breaks a text at its spaces into lines of at most `width` columns; a longer word has a line of its own.
 * Without a width, the text stays on one line.
 */
export function wrapWords(text: string, width: number | undefined): string[] {
  if (width === undefined) return [text]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && displayWidth(line) <= width) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

/** Columns of a table by number. */
interface ColumnRules {
  /** Columns that a narrow table leaves out, in this order. */
  readonly leaving: readonly number[]
  /** Columns that must not be truncated. */
  readonly whole: readonly number[]
}

/**
 * Returns widths with which the columns of a table fit: some are left out (0) one after the other, then the
 * widest are cut.
 */
export function fitWidths(
  widths: readonly number[],
  room: number,
  { leaving, whole }: ColumnRules,
): number[] {
  const fitted = [...widths]
  const total = () => fitted.reduce((sum, width) => (width > 0 ? sum + width + GAP : sum), -GAP)
  for (const column of leaving) if (total() > room) fitted[column] = 0
  while (total() > room) {
    const widest = Math.max(...fitted.filter((_, column) => !whole.includes(column)))
    if (widest <= NARROWEST) break
    fitted[fitted.findLastIndex((width, column) => width === widest && !whole.includes(column))] = widest - 1
  }
  return fitted
}

function segmentsOf(text: string): string[] {
  // Most texts need no segmenter, which takes longer to create than to print a table.
  if (/^[ -~]*$/.test(text)) return [...text]
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1
}
