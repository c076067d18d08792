import type { Endpoint } from '#endpoint/endpoint'
import { type Html, html } from '#endpoint/page/html'
import type { Method } from '#endpoint/publication/publication'
import type { ApiDocument } from '#site/docs/document'

/** Returns the id of the section of a group of operations. */
export function groupId(tag: string): string {
  return `group-${tag.toLowerCase().replace(/\W+/g, '-')}`
}

/** Renders a method; each has its colour. */
export function methodBadge(method: Method): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

/** Renders the list of all operations by group, which the search filters. */
export function operationList(table: readonly Endpoint[], { tags }: ApiDocument): Html {
  return html`<details class="all"><summary><span>All endpoints</span></summary>
<p><a href="#overview">Introduction</a></p><p><a href="#errors">Errors</a></p>${tags.map(
    ({ name }) =>
      html`<h2><a href="#${groupId(name)}">${name}</a></h2><ul>${operationsOf(name, table).map(
        ({ operationId, path, method }) =>
          html`<li><a href="#${operationId}">${methodBadge(method)} ${path}</a></li>`,
      )}</ul>`,
  )}</details>`
}

/** Renders a group: its description, and a summary of each operation. */
export function groupSection(tag: string, description: string, table: readonly Endpoint[]): Html {
  return html`<section class="group-of" id="${groupId(tag)}"><h2>${tag}</h2><p class="intro">${description}</p>
<ul class="operations">${operationsOf(tag, table).map(
    ({ operationId, path, method, summary }) =>
      html`<li>${methodBadge(method)} <a href="#${operationId}">${summary}</a> <code>${path}</code></li>`,
  )}</ul></section>
`
}

function operationsOf(tag: string, table: readonly Endpoint[]): Endpoint[] {
  return table.filter((endpoint) => endpoint.tag === tag)
}
