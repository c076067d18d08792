import { GLOBE_COLOURS, packedCoastlines } from '@space-data/charts'
import { formatMinute, groupThousands } from '@space-data/charts/text'
import type { ShellCounts } from '#features/debris/density/shell-counts'
import { referenceLink } from '#features/pages/docs/operation-links'
import { noObjectNote, type ObjectMatches } from '#features/pages/find-objects'
import { packedAurora } from '#features/pages/globe/aurora-band'
import { GLOBE_STYLE } from '#features/pages/globe/globe-style'
import { type NoShells, noShellsNotice } from '#features/pages/no-shells'
import { assetPath } from '#features/shared/page/asset-names'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import type { AuroraGrid } from '#features/space-weather/aurora/aurora-grid'

/** The run whose objects are shown. */
export interface GlobeRun {
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  readonly counts: ShellCounts
}

const TYPES = ['Payloads', 'Rocket bodies', 'Debris', 'Unknown'] as const
const SPEEDS = [1, 60, 600] as const
const HIGHEST_KM = 2_000

/** Created for the first page, because it takes a thirtieth of the start. */
let coastlines: string | undefined

/** Content of the globe besides the objects. */
interface GlobeFacts {
  /** The forecast of the aurora; absent if none is served now. */
  readonly aurora: AuroraGrid | undefined
  /** Objects for the text of the link, unless it is a number. */
  readonly matches: ObjectMatches
  readonly sourceNote: string
}

/** Renders the globe page, or the reason why there are no objects yet. `root` is the prefix of every link. */
export function globePage(
  run: GlobeRun | NoShells,
  { aurora, matches, sourceNote }: GlobeFacts,
  root: string,
): HtmlPage {
  const hasObjects = 'counts' in run
  return renderPage({
    title: 'Globe',
    description: 'Every catalogued object around the Earth, in motion: payloads, rocket bodies and debris.',
    root,
    current: 'globe',
    sourceNote,
    style: GLOBE_STYLE,
    ...(hasObjects && { asset: 'globe' as const }),
    main: hasObjects
      ? globeOf(run, { aurora, matches }, root)
      : html`<header class="globe-head"><h1>Globe</h1></header>${noShellsNotice(run)}`,
  })
}

function globeOf(
  { fetchedAt, counts }: GlobeRun,
  { aurora, matches }: Pick<GlobeFacts, 'aurora' | 'matches'>,
  root: string,
): Html {
  coastlines ??= packedCoastlines()
  return html`<div class="globe-view"><div class="side"><header class="globe-head"><h1>Globe</h1>
<p><span id="globe-shown">${groupThousands(counts.catalogue)} objects</span> of about 10 cm and larger, by SGP4 from the elements of ${formatMinute(fetchedAt)}.</p></header>
<div class="controls" data-live hidden>${controls({ aurora, matches }, root)}</div></div>
<div class="globe" id="globe" data-objects="${root}globe/objects" data-worker="${root}${assetPath('globe-positions')}" data-coastlines="${coastlines}"${aurora && html` data-aurora="${packedAurora(aurora)}" data-aurora-at="${aurora.forecast_at}"`}><img src="${root}globe/still.svg" alt="Sample of the objects around the Earth, at the epoch of the last run"></div>
<noscript><p class="globe-head">The picture shows a sample at the epoch of the last run. The animation needs JavaScript.</p></noscript>
<p class="hover" id="globe-hover" hidden></p>
<section class="card picked" id="globe-picked" aria-live="polite" data-docs="${referenceLink(root, 'Objects', 'getObject')}" hidden></section></div>`
}

function controls({ aurora, matches }: Pick<GlobeFacts, 'aurora' | 'matches'>, root: string): Html {
  const ids = matches.found?.map(({ norad_id }) => norad_id).join(',')
  const slider = (id: string, label: string, value: number) =>
    html`<label class="band">${label} <input type="range" id="${id}" min="0" max="${HIGHEST_KM}" step="10" value="${value}"></label>`
  return html`<p class="now"><time class="globe-time" id="globe-time"></time> <span id="globe-offset"></span></p>
<fieldset><legend>Time</legend><button type="button" id="globe-pause" aria-pressed="false">Pause</button>${SPEEDS.map((speed) => html`<button type="button" data-speed="${speed}" aria-pressed="${speed === 1 ? 'true' : 'false'}">${speed}×</button>`)}<button type="button" id="globe-now">Now</button></fieldset>
<fieldset><legend>Shown</legend>${TYPES.map((type, i) => html`<label><input type="checkbox" checked data-type="${i}" data-colour="${GLOBE_COLOURS[i] ?? ''}"><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${GLOBE_COLOURS[i] ?? ''}"/></svg>${type}</label>`)}${aurora && html`<button type="button" id="globe-aurora" aria-pressed="false" title="Forecast for ${formatMinute(Date.parse(aurora.forecast_at))}, shown within 3 hours of that time">Aurora</button>`}</fieldset>
<fieldset><legend>Altitude: <output id="globe-band">all</output></legend>${slider('globe-low', 'from', 0)}${slider('globe-high', 'to', HIGHEST_KM)}</fieldset>
<fieldset><legend>Owner</legend><select id="globe-owner" aria-label="Owner"><option value="">all</option></select></fieldset>
<form id="globe-find" action="${root}globe"${ids && html` data-found="${ids}"`}><input type="search" name="object" value="${matches.text}" maxlength="60" aria-label="Name, designator or NORAD id" placeholder="ISS, 1998-067A or 25544"> <button>Show</button></form>
<p id="globe-found" role="status">${noObjectNote(matches)}</p><ul class="globe-matches" id="globe-matches" aria-label="Objects with this name"></ul>
<p class="keys">Click a dot, or on the globe: arrows turn, <kbd>+</kbd> and <kbd>-</kbd> zoom, <kbd>Space</kbd> pauses, <kbd>Enter</kbd> selects, <kbd>Esc</kbd> clears. <a href="${root}debris">Density by altitude</a></p>`
}
