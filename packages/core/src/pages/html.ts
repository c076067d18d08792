import { escaped } from '#figures/escaped'

/** Markup that is safe to send: made by `html`, or of a constant by `trusted`. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** What a template takes; `null`, `undefined` and `false` are nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/** HTML or SVG of a template: every value is escaped, as text and as the value of a quoted attribute, unless it is Html. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((markup, part, i) => markup + markupOf(values[i - 1]) + part))
}

/** Markup that we wrote ourselves and that no value went into: the style, a script. */
export function trusted(markup: string): Html {
  return new Html(markup)
}

function markupOf(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof Html) return content.markup
  if (typeof content === 'string') return escaped(content)
  return typeof content === 'number' ? String(content) : content.map(markupOf).join('')
}
