import { type Html, html } from '#features/shared/page/html'

/** Renders a description of the document: paragraphs and lists of Markdown, code and strong words in them. */
export function richText(text: string): Html[] {
  return text.split('\n\n').map((block) => {
    const items = block.split(/^- /m).slice(1)
    return items.length > 0
      ? html`<ul class="points">${items.map((item) => html`<li>${richLine(item)}</li>`)}</ul>`
      : html`<p>${richLine(block)}</p>`
  })
}

/** Marks text in backticks as code, and text in pairs of stars as strong. */
export function richLine(text: string): Html[] {
  return text
    .split(/(`[^`]*`|\*\*[^*]*\*\*)/)
    .map((part) =>
      part.startsWith('`')
        ? html`<code>${part.slice(1, -1)}</code>`
        : part.startsWith('**')
          ? html`<strong>${part.slice(2, -2)}</strong>`
          : html`${part}`,
    )
}
