import type { Endpoint } from '#declare/endpoint'
import { examplePath } from '#describe/example-path'
import { type Html, html, trusted } from '#pages/html'

/** The script puts the address of the page here; without one the reader sets it. */
const ORIGIN = trusted('<span class="origin">$SPACE_DATA</span>')
/** The script puts the key here. */
const KEY = trusted('<span class="own-key">$SPACE_DATA_KEY</span>')

const JSON_BODY = ` -H 'content-type: application/json' -d '{"label": "my dashboard"}'`

/**
 * The card for the key of a visit: how to get one, and, once there is one, the key. What needs the script is hidden until it runs;
 * of what is `data-when` it then shows the one or the other.
 */
export function keyCard(prefix: string): Html {
  return html`<section class="card get-key" aria-labelledby="key"><h2 id="key">Get a key</h2>
<p class="muted" data-when="keyless">One for each network and UTC day, shown once.</p>
<div data-live hidden><div data-when="keyless"><button id="issue" type="button">Issue a free key</button>
<div id="outcome" class="outcome" aria-live="polite"></div>
<div class="own"><label for="own">Have one already?</label><input id="own" type="text" autocomplete="off" spellcheck="false" data-prefix="${prefix}" aria-describedby="own-trouble"><p id="own-trouble" class="trouble" role="status"></p></div></div>
<div data-when="keyed" hidden><p class="muted">Stored in this tab until you close it. Copy it to keep it.</p>
<output id="own-key"></output><button id="copy" type="button">Copy</button><button id="forget" class="quiet" type="button">Forget this key</button>
<p id="key-trouble" class="trouble" role="status"></p></div></div>
<noscript><p class="muted terminal">For the curl lines of this page, set in your shell:</p>
<pre class="curl" tabindex="0">SPACE_DATA='address of this page, no slash at its end'
SPACE_DATA_KEY='your key'</pre></noscript>
<div data-when="keyless"><p class="muted terminal">In a terminal:</p>
<pre class="curl" tabindex="0">curl -X POST "${ORIGIN}/v1/keys" \\
  -H 'content-type: application/json' \\
  -d '{"label": "my dashboard"}'</pre></div>
<div data-when="keyed" hidden><p class="muted terminal">In a terminal:</p>
<pre class="curl" tabindex="0">curl -H "x-api-key: ${KEY}" \\
  "${ORIGIN}/v1/space-weather/kp"</pre></div>
</section>`
}

/** A command line that asks an endpoint for its example. */
export function curlOf(endpoint: Endpoint): Html {
  const { method, access, requestBody, success } = endpoint
  const url = html` "${ORIGIN}${examplePath(endpoint)}"`
  const header = access === 'key' && html` -H "x-api-key: ${KEY}"`
  const isBinary = 'application/octet-stream' in success.content
  const line =
    method === 'POST'
      ? requestBody
        ? html`curl -X POST${JSON_BODY}${url}`
        : html`head -c 100000 /dev/zero | curl --data-binary @-${url}`
      : html`curl${isBinary && ' -o /dev/null'}${header}${url}`
  return html`<pre class="curl" tabindex="0">${line}</pre>`
}
