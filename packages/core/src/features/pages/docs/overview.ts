import { KEY, ORIGIN } from '#features/pages/curl-example'
import type { ApiDocument } from '#features/pages/docs/document'
import { operationsOf, referenceLink } from '#features/pages/docs/operation-links'
import { problemList } from '#features/pages/docs/problem-codes'
import { envelopeFields } from '#features/pages/docs/responses'
import { richText } from '#features/pages/docs/rich-text'
import { type Html, html } from '#features/shared/page/html'
import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Renders the rules for all operations, and the list of their groups. */
export function overviewSection(table: readonly Endpoint[], document: ApiDocument, root: string): Html {
  const [intro = '', ...rest] = document.info.description.split('\n\n')
  return html`<section class="overview" id="overview"><div class="about"><h2>Introduction</h2>
<div class="description">${richText(intro)}</div>
<ul class="groups">${document.tags.map(
    ({ name, description }) =>
      html`<li><a href="${referenceLink(root, name)}">${name}</a> <small>${operationsOf(name, table).length}</small><p>${description}</p></li>`,
  )}</ul>
<h3>Rules for all endpoints</h3><div class="description">${rest.map(richText)}</div></div>
<div class="beside"><h3>Server</h3><pre tabindex="0">${ORIGIN}</pre>
<h3>Key</h3><pre tabindex="0">x-api-key: ${KEY}</pre><p class="meaning"><a href="${root}#key">Get a free key</a> without an e-mail address; this tab keeps it and fills it into the examples.</p>
<h3>JSON envelope</h3>${envelopeFields(document)}
<h3>Other clients</h3><p class="meaning">Import <a href="${root}openapi.json"><code>/openapi.json</code></a> into Scalar, Swagger UI, Postman or Bruno.${hapiLink(table, root)}</p></div></section>
<section class="errors" id="errors"><h2>Errors</h2><p class="intro">The body has the code in <code>error</code> and a sentence for people in <code>message</code>.</p>${problemList(document)}</section>
`
}

function hapiLink(table: readonly Endpoint[], root: string): Html | string {
  if (!table.some(({ path }) => path === '/hapi')) return ''
  return html` HAPI clients for heliophysics read <a href="${root}hapi"><code>/hapi</code></a>.`
}
