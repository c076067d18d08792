import { groupThousands } from '@space-data/charts/text'
import { KEY, ORIGIN } from '#features/pages/curl-example'
import { type Html, html } from '#features/shared/page/html'

/**
 * Renders the card that gets a free key or shows the key in use. Elements marked `data-live` are hidden until
 * the script runs; the script then shows those whose `data-when` (`keyless` or `keyed`) applies. `prefix` is
 * the start of every key, `anonymous` the number of requests a day that a network has without a key, `root` the
 * prefix of every link.
 */
export function keyCard(prefix: string, anonymous: number, root: string): Html {
  const without =
    anonymous > 0 &&
    ` Most values need no key, up to ${groupThousands(anonymous)} requests a day per network.`
  return html`<section class="card get-key" aria-labelledby="key"><h2 id="key">Get a key</h2>
<p class="muted" data-when="keyless">One per network and UTC day. Shown only once.${without} See the <a href="${root}ref/tiers">limits of each tier</a>.</p>
<div data-live hidden><div data-when="keyless"><button id="issue" type="button">Get a free key</button>
<div id="outcome" class="outcome" aria-live="polite"></div>
<div class="own"><label for="own">Already have a key?</label><input id="own" type="text" autocomplete="off" spellcheck="false" data-prefix="${prefix}" aria-describedby="own-trouble"><p id="own-trouble" class="trouble" role="status"></p></div></div>
<div data-when="keyed" hidden><p class="muted">Stored in this tab until you close it. Copy it to keep it.</p>
<output id="own-key"></output><button id="copy" type="button">Copy</button><button id="removal" class="quiet" type="button">Remove this key</button>
<p id="key-trouble" class="trouble" role="status"></p></div></div>
<noscript><p class="muted terminal">To run the curl commands on this page, set these in your shell:</p>
<pre class="curl" tabindex="0">SPACE_DATA='URL of this page, without the trailing slash'
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
