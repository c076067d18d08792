import script from 'browser:docs'
import type { Endpoint } from '#endpoint/endpoint'
import { html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { inTurns } from '#kit/end-of-turn'
import { DOCS_STYLE } from '#site/docs/docs-style'
import type { ApiDocument } from '#site/docs/document'
import { groupSection, operationList, operationsOf } from '#site/docs/operation-links'
import { operationSection } from '#site/docs/operation-section'
import { overviewSection } from '#site/docs/overview'

/**
 * Renders the reference: the introduction, or the operations of the group with `tag`, as the document
 * describes them. The style shows one section at a time: the one that the fragment of the URL names, or the
 * first.
 */
export async function docsPage(
  table: readonly Endpoint[],
  document: ApiDocument,
  tag: string | undefined,
  sourceNote: string,
  root: string,
): Promise<HtmlPage> {
  return renderPage({
    title: tag === undefined ? 'Reference' : `${tag}, reference`,
    description:
      'Every endpoint with its parameters, fields, errors and examples in curl, Python and JavaScript.',
    root,
    current: 'docs',
    sourceNote,
    style: DOCS_STYLE,
    script,
    main: html`<div class="reference"><nav class="contents" aria-label="Operations"><h1>Reference</h1>
<div class="find" data-live hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" placeholder="Path or words"><p class="found" role="status"></p></div>
${operationList(table, root)}</nav>
<div class="sections">${
      tag === undefined
        ? overviewSection(table, document, root)
        : [
            groupSection(tag, document.tags[0]?.description ?? '', table),
            ...(await inTurns(operationSections(operationsOf(tag, table), document, root))),
          ]
    }</div></div>`,
  })
}

function* operationSections(table: readonly Endpoint[], document: ApiDocument, root: string) {
  const sections: ReturnType<typeof operationSection>[] = []
  for (const endpoint of table) {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (operation) sections.push(operationSection(endpoint, operation, document, root))
    yield
  }
  return sections
}
