import script from 'browser:docs'
import { DOCS_STYLE } from '#features/pages/docs/docs-style'
import type { ApiDocument } from '#features/pages/docs/document'
import { groupSection, operationList, operationsOf } from '#features/pages/docs/operation-links'
import { operationSection } from '#features/pages/docs/operation-section'
import { overviewSection } from '#features/pages/docs/overview'
import { html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { inTurns } from '#kernel/kit/end-of-turn'

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
