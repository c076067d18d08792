import script from 'browser:docs'
import type { Endpoint } from '#endpoint/endpoint'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { DOCS_STYLE } from '#site/docs/docs-style'
import type { ApiDocument } from '#site/docs/document'
import { operationSection } from '#site/docs/operation-section'

/** Renders the reference: every operation of the table as the document describes it. */
export function docsPage(
  table: readonly Endpoint[],
  document: ApiDocument,
  sourceNote: string,
  root: string,
): HtmlPage {
  return renderPage({
    title: 'Reference',
    root,
    current: 'docs',
    sourceNote,
    style: DOCS_STYLE,
    script,
    main: html`<header class="page-head"><h1>Reference</h1>
<p class="muted">Send the key as <code>x-api-key</code> or as <code>Authorization: Bearer</code>; <a href="${root}#key">get one</a> without an e-mail address. Import <a href="${root}openapi.json"><code>/openapi.json</code></a> into Scalar, Swagger UI, Postman or Bruno.</p></header>
<div class="reference"><nav class="contents" aria-label="Operations"><div data-live hidden><label for="search">Search</label> <input id="search" class="search" type="search" autocomplete="off"></div>${document.tags.map((tag) => contents(tag.name, table))}</nav>
<div>${document.tags.map(({ name, description }) => tagSection(name, description, table, document))}</div></div>`,
  })
}

function contents(tag: string, table: readonly Endpoint[]): Html {
  return html`<h2>${tag}</h2>${table
    .filter((endpoint) => endpoint.tag === tag)
    .map(
      ({ operationId, path, method }) =>
        html`<a href="#${operationId}">${method !== 'GET' && `${method} `}${path}</a>`,
    )}`
}

function tagSection(
  tag: string,
  description: string,
  table: readonly Endpoint[],
  document: ApiDocument,
): Html {
  const sections = table
    .filter((endpoint) => endpoint.tag === tag)
    .map((endpoint) => {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      return operation && operationSection(endpoint, operation, document)
    })
  return html`<section class="tag"><h2>${tag}</h2><p class="intro">${description}</p>${sections}</section>`
}
