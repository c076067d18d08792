import script from 'browser:docs'
import type { Endpoint } from '#endpoint/endpoint'
import { html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { inTurns } from '#kit/end-of-turn'
import { DOCS_STYLE } from '#site/docs/docs-style'
import type { ApiDocument } from '#site/docs/document'
import { groupSection, operationList } from '#site/docs/operation-links'
import { operationSection } from '#site/docs/operation-section'
import { overviewSection } from '#site/docs/overview'

/**
 * Renders the reference: every operation of the table as the document describes it. The style shows one
 * section at a time, the one that the fragment of the URL names.
 */
export async function docsPage(
  table: readonly Endpoint[],
  document: ApiDocument,
  sourceNote: string,
  root: string,
): Promise<HtmlPage> {
  const operations = await inTurns(operationSections(table, document))
  return renderPage({
    title: 'Reference',
    root,
    current: 'docs',
    sourceNote,
    style: DOCS_STYLE,
    script,
    main: html`<div class="reference"><nav class="contents" aria-label="Operations"><h1>Reference</h1>
<div class="find" data-live hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" placeholder="Path or words"><p class="found" role="status"></p></div>
${operationList(table, document)}</nav>
<div class="sections">${overviewSection(table, document, root)}
${document.tags.map(({ name, description }) => groupSection(name, description, table))}
${operations}</div></div>`,
  })
}

function* operationSections(table: readonly Endpoint[], document: ApiDocument) {
  const sections: ReturnType<typeof operationSection>[] = []
  for (const endpoint of table) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (operation) sections.push(operationSection(endpoint, operation, document))
    yield
  }
  return sections
}
