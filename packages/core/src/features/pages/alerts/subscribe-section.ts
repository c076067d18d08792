import { KEY, ORIGIN } from '#features/pages/curl-example'
import { type Content, type Html, html } from '#features/shared/page/html'

/** Renders the commands for receiving alerts. */
export function subscribeSection(hasWebhooks: boolean, root: string): Html {
  const key = html`-H "x-api-key: ${KEY}"`
  return html`<section aria-labelledby="subscribe"><h2 id="subscribe">Subscribe</h2>
<p class="intro">Set <code>SPACE_DATA</code> to the URL of this server and <code>SPACE_DATA_KEY</code> to your key. A <a href="${root}">free key</a> is enough to pull and to stream.</p>
<div class="ways">${[
    way(
      'Feed',
      html`For a feed reader, without a key: <a href="${root}v1/alerts.atom">Atom feed of public alerts</a>.`,
      html`curl "${ORIGIN}/v1/alerts.atom"`,
    ),
    way(
      'Pull',
      html`Send <code>next_after</code> of the response as <code>after</code> to continue.`,
      html`curl ${key} \\\n  "${ORIGIN}/v1/alerts?type=geomagnetic.*"`,
    ),
    way(
      'Stream',
      'Server-sent events, as alerts occur.',
      html`curl -N ${key} \\\n  "${ORIGIN}/v1/alerts/stream"`,
    ),
    hasWebhooks &&
      way(
        'Webhook',
        'Signed requests to your server, with retries. For tiers that include webhooks.',
        html`curl -X POST ${key} \\\n  -H 'content-type: application/json' \\\n  -d '{"url": "https://example.com/alerts", "types": ["geomagnetic.*"]}' \\\n  "${ORIGIN}/v1/webhooks"`,
      ),
  ]}</div></section>`
}

function way(name: string, words: Content, command: Html): Html {
  return html`<article class="card"><h3>${name}</h3><p class="meaning">${words}</p><pre class="curl" tabindex="0">${command}</pre></article>`
}
