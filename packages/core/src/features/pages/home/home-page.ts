import script from 'browser:home'
import { codeExamples } from '#features/pages/code-examples'
import { examplePath } from '#features/pages/docs/example-request'
import { type HomeFacts, homeValidMs } from '#features/pages/home/home-facts'
import { HOME_STYLE } from '#features/pages/home/home-style'
import { keyCard } from '#features/pages/home/key-card'
import { globeTile, tileList } from '#features/pages/home/tiles'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { linkRoot } from '#features/shared/page/link-root'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { Settings } from '#kernel/kit/environment'

const DESCRIPTION =
  'Space-Data serves live space weather, upcoming launches, solar events, orbital elements ' +
  'and a nightly map of catalogued objects from public sources, over plain HTTP.'

/** The endpoint of the example request. */
const EXAMPLE = '/v1/space-weather/kp'

/**
 * Renders the home page: a tile for each kind of data, beside them the key and the globe, and an example
 * request.
 */
export function homePage(
  table: readonly Endpoint[],
  settings: Pick<Settings, 'base' | 'sourceNote' | 'keyPrefix' | 'anonymous'>,
  facts: HomeFacts,
): HtmlPage {
  const { base, sourceNote, keyPrefix, anonymous } = settings
  const root = linkRoot(base)
  const example = table.find(({ path }) => path === EXAMPLE)
  const page = renderPage({
    title: 'Space weather, launches, orbits and debris',
    description: DESCRIPTION,
    root,
    current: 'home',
    sourceNote,
    style: HOME_STYLE,
    script,
    main: html`<header class="welcome"><h1>Space weather, launches, orbits and debris as plain JSON</h1>
<p>From NOAA, NASA, CelesTrak and The Space Devs, each value with its source, age and expiry. A free key takes one request and no e-mail address. See the <a href="${root}docs">reference</a> of all ${table.length} endpoints and the <a href="${root}status">state of every source</a>.</p></header>
<div class="front">${tileList(table, facts, root)}<div class="aside">${keyCard(keyPrefix, anonymous, root)}${globeTile(table, facts, root)}</div></div>
${example && askSection(example)}`,
  })
  return { ...page, validMs: homeValidMs(facts) }
}

/** Renders a request for a value in three languages, with a button that sends it. */
function askSection(example: Endpoint): Html {
  const needsKey = example.access === 'key'
  const send = needsKey ? 'Send the key' : 'No key is needed. If you have one, send it'
  return html`<section class="card" aria-labelledby="ask"><h2 id="ask">Request a value</h2>
<p class="intro">${example.summary}. ${send} as <code>x-api-key</code> or <code>Authorization: Bearer</code>.</p>
${codeExamples(example)}
<div data-live hidden><button id="try" type="button" data-path="${examplePath(example).slice(1)}"${!needsKey && html` data-keyless`}>Try it</button><span id="try-hint" class="muted">${needsKey && ' needs a key: get one above'}</span><span class="verdict" role="status"></span><pre class="answer" tabindex="0" hidden></pre></div></section>`
}
