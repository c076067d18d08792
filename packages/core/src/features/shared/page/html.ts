import { escaped } from '@space-data/charts/text'

/** Markup that is safe to send: built by `html`, or wrapped by `trusted`. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** A value in an `html` template. `null`, `undefined` and `false` render as nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * Builds HTML or SVG from a template literal. Every value that is not `Html` is escaped, for use as text or
 * in a quoted attribute.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((markup, part, i) => markup + markupOf(values[i - 1]) + part))
}

/** Wraps markup without escaping it: only for constants of the source, such as the style sheet. */
export function trusted(markup: string): Html {
  return new Html(markup)
}

function markupOf(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof Html) return content.markup
  if (typeof content === 'string') return escaped(content)
  return typeof content === 'number' ? String(content) : content.map(markupOf).join('')
}
