import { styleText } from 'node:util'
import type { ColourDepth } from '#terminal'

/** What a word is, for the eye; nothing is told by colour alone. */
export type Style = 'plain' | keyof typeof STYLES

/** A text and how it looks where there are colours. */
export interface Styled {
  readonly text: string
  readonly style: Style
}

const STYLES = {
  quiet: 'dim',
  title: 'bold',
  good: 'green',
  warning: 'yellow',
  bad: 'red',
} as const

/** The text in its colour, or as it is where there are none. */
export function painted(text: string, style: Style, colours: ColourDepth = 1): string {
  if (colours === 1 || style === 'plain' || text === '') return text
  // The stream has been looked at already, by our own rule.
  return styleText(STYLES[style], text, { validateStream: false })
}
