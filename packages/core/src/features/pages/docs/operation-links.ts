import { type Html, html } from '#features/shared/page/html'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { Method } from '#kernel/endpoint/publication/publication'

/** Returns the value of `group` that selects the page of a group of operations. */
export function groupId(tag: string): string {
  return tag.toLowerCase().replace(/\W+/g, '-')
}

/** Returns the link to a group of operations, or to one of them. */
export function referenceLink(root: string, tag: string, operationId?: string): string {
  return `${root}docs?group=${groupId(tag)}${operationId === undefined ? '' : `#${operationId}`}`
}

/** Renders a method; each has its colour. */
export function methodBadge(method: Method): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

/** Renders the list of all operations by group, which the search filters by path, title and group. */
export function operationList(table: readonly Endpoint[], root: string): Html {
  return html`<details class="all"><summary><span>All endpoints</span></summary>
<p><a href="${root}docs">Introduction</a></p><p><a href="${root}docs#errors">Errors</a></p>${[
    ...new Set(table.map(({ tag }) => tag)),
  ].map(
    (name) =>
      html`<h2><a href="${referenceLink(root, name)}">${name}</a></h2><ul>${operationsOf(name, table).map(
        ({ operationId, path, method, summary }) =>
          html`<li><a href="${referenceLink(root, name, operationId)}" title="${summary}">${methodBadge(method)} ${path}</a></li>`,
      )}</ul>`,
  )}</details>`
}

/** Renders a group: its description, and a summary of each operation. */
export function groupSection(tag: string, description: string, table: readonly Endpoint[]): Html {
  return html`<section class="group-of"><h2>${tag}</h2><p class="intro">${description}</p>
<ul class="operations">${operationsOf(tag, table).map(
    ({ operationId, path, method, summary }) =>
      html`<li>${methodBadge(method)} <a href="#${operationId}">${summary}</a> <code>${path}</code></li>`,
  )}</ul></section>
`
}

/** Returns the operations of a group. */
export function operationsOf(tag: string, table: readonly Endpoint[]): Endpoint[] {
  return table.filter((endpoint) => endpoint.tag === tag)
}
