import { type ApiDocument, type Response, resolve } from '#features/pages/docs/document'
import { richLine } from '#features/pages/docs/rich-text'
import { type Html, html } from '#features/shared/page/html'

/** An error code and its meaning. */
interface ProblemCode {
  readonly code: string
  readonly meaning: string
}

/** Returns the codes that the description of a response explains; empty for other descriptions. */
export function problemCodes(description: string): ProblemCode[] {
  return [...description.matchAll(/`(\w+)`: (.+?)(?= `\w+`: |$)/g)].map(([, code = '', meaning = '']) => ({
    code,
    meaning,
  }))
}

/** Renders the meaning of each code of the document, once for all operations. */
export function problemList(document: ApiDocument): Html {
  const byCode = new Map<string, readonly [status: string, meaning: string]>()
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each)))
    for (const [status, each] of Object.entries(operation.responses))
      for (const { code, meaning } of problemCodes(resolve<Response>(each, document).description))
        byCode.set(code, [status, meaning])
  const rows = [...byCode].sort(([, [a]], [, [b]]) => Number(a) - Number(b))
  return html`<dl class="problems">${rows.map(
    ([code, [status, meaning]]) =>
      html`<div><dt><small>${status}</small> <code>${code}</code></dt><dd>${richLine(meaning)}</dd></div>`,
  )}</dl>`
}
