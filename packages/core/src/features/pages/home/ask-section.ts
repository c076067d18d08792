import { codeExamples } from '#features/pages/code-examples'
import { examplePath } from '#features/pages/docs/example-request'
import { type Html, html } from '#features/shared/page/html'
import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Renders a request for a value in three languages, with a button that sends it. */
export function askSection(example: Endpoint): Html {
  const needsKey = example.access === 'key'
  const send = needsKey ? 'Send the key' : 'No key is needed. If you have one, send it'
  return html`<section class="card" aria-labelledby="ask"><h2 id="ask">Request a value</h2>
<p class="intro">${example.summary}. ${send} as <code>x-api-key</code> or <code>Authorization: Bearer</code>.</p>
${codeExamples(example)}
<div data-live hidden><button id="try" type="button" data-path="${examplePath(example).slice(1)}"${!needsKey && html` data-keyless`}>Try it</button><span id="try-hint" class="muted">${needsKey && ' needs a key: get one above'}</span><span class="verdict" role="status"></span><pre class="answer" tabindex="0" hidden></pre></div></section>`
}
