import { GLOBE_COLOURS, packedCoastlines } from '@space-data/charts'
import { formatMinute } from '@space-data/charts/text'
import { assetPath } from '#endpoint/page/asset-names'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { GLOBE_STYLE } from '#site/globe/globe-style'

/** What the page has to show: objects, nothing yet, or never on a mirror. */
export type GlobeState = { readonly fetchedAt: number } | 'empty' | 'mirror'

const TYPES = ['Payloads', 'Rocket bodies', 'Debris', 'Unknown'] as const
const SPEEDS = [1, 60, 600] as const

const EMPTY = {
  empty: 'No objects yet. They are stored by the nightly run at 03:17 UTC and shortly after the first start.',
  mirror: 'A mirror does not store the element sets. Open this page on the central instance.',
}

/** Made for the first page: it would take a thirtieth of the start. */
let coastlines: string | undefined

/** Renders the page of the globe. `root` is the prefix of every link. */
export function globePage(state: GlobeState, sourceNote: string, root: string): HtmlPage {
  const hasObjects = typeof state === 'object'
  return renderPage({
    title: 'Globe',
    root,
    current: 'globe',
    sourceNote,
    style: GLOBE_STYLE,
    ...(hasObjects && { asset: 'globe' as const }),
    main: html`<h1>Globe</h1>${hasObjects ? globeOf(state.fetchedAt, root) : html`<p>${EMPTY[state]}</p>`}`,
  })
}

function globeOf(fetchedAt: number, root: string): Html {
  coastlines ??= packedCoastlines()
  return html`<p>Every catalogued object around the Earth, about 10 cm and larger. Positions by SGP4 from the element sets of ${formatMinute(fetchedAt)}.</p>
<div class="globe" id="globe" data-objects="${root}globe/objects" data-worker="${root}${assetPath('globe-positions')}" data-coastlines="${coastlines}"><img src="${root}globe/still.svg" alt="Sample of the objects around the Earth, at the epoch of the last run"></div>
<noscript><p>The picture is a sample at the epoch of the last run. With JavaScript it moves.</p></noscript>
<div data-live hidden><p><time class="globe-time" id="globe-time"></time> · <span id="globe-shown"></span></p>
<div class="globe-controls"><fieldset><legend>Time</legend><button type="button" id="globe-pause" aria-pressed="false">Pause</button>${SPEEDS.map((speed) => html`<button type="button" data-speed="${speed}" aria-pressed="${speed === 60 ? 'true' : 'false'}">${speed}×</button>`)}<button type="button" id="globe-now">Now</button></fieldset>
<fieldset><legend>Show</legend>${TYPES.map((type, i) => html`<label><input type="checkbox" checked data-type="${i}" data-colour="${GLOBE_COLOURS[i] ?? ''}"><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${GLOBE_COLOURS[i] ?? ''}"/></svg>${type}</label>`)}</fieldset>
<fieldset><legend>Altitude</legend><label>from <input type="range" id="globe-low" min="0" max="2000" step="10" value="0"></label><label>to <input type="range" id="globe-high" min="0" max="2000" step="10" value="2000"></label><output id="globe-band">all</output></fieldset>
<form id="globe-find"><label>Find <input type="search" placeholder="name or number"></label> <button>Show</button></form></div>
<ul class="globe-matches" id="globe-matches" aria-label="Objects with this name"></ul>
<p id="globe-picked" aria-live="polite">No object selected. Click a dot, or press Enter for the one nearest to the centre.</p>
<p>Keys on the globe: arrows turn, <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>Space</kbd> pauses, <kbd>Enter</kbd> selects, <kbd>Esc</kbd> clears. Elements of one object: <a href="${root}docs#getObject"><code>/v1/objects/{norad_id}</code></a>.</p></div>`
}
