import { styleText } from 'node:util'
import type { ColorDepth } from '#kit/terminal'

/** Role of a text. Color is never the only carrier of information. */
export type Style = 'plain' | keyof typeof STYLES

/** A text with its style. */
export interface Styled {
  readonly text: string
  readonly style: Style
}

const STYLES = {
  muted: 'dim',
  title: 'bold',
  term: 'cyan',
  success: 'green',
  warning: 'yellow',
  error: 'red',
} as const

/** Returns the text with color codes, or unchanged without color support. */
export function colorize(text: string, style: Style, colors: ColorDepth = 1): string {
  if (colors === 1 || style === 'plain' || text === '') return text
  // Color support was detected by `detectColorDepth`, not by Node.
  return styleText(STYLES[style], text, { validateStream: false })
}
