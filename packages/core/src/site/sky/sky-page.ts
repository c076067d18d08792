import script from 'browser:sky'
import { noPassReason } from '@space-data/charts/text'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime } from '#endpoint/page/timestamps'
import { iso, seconds } from '#kit/time'
import { nightChart } from '#site/sky/night-chart'
import { passCard, passRow } from '#site/sky/pass-card'
import { auroraCard, moonCard, sunCard } from '#site/sky/sky-cards'
import { MIN_ELEVATION_DEG, type PlaceOfSky, type SkyFacts, type SkyPass } from '#site/sky/sky-facts'
import { SKY_STYLE } from '#site/sky/sky-style'

/** Maximum number of visible passes with a chart; the list has all passes. */
const MAX_CARDS = 6

/** Validity of an incomplete page. */
const RETRY_MS = seconds(5)

/** Renders the page of the sky over a location, or the form for one. `root` is the prefix of every link. */
export function skyPage(facts: SkyFacts, root: string): HtmlPage {
  const { place, sourceNote, now } = facts
  const title = place ? `The sky over ${placeName(place)}` : 'The sky over a location'
  const page = renderPage({
    title: 'Sky',
    description: 'Passes over a location tonight, the aurora there, and the times of Sun and Moon.',
    root,
    current: 'sky',
    sourceNote,
    style: SKY_STYLE,
    script,
    main: html`<header class="page-head"><h1>${title}</h1>
<p class="muted">${place ? html`As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. Times are <span id="sky-zone">UTC</span>.` : 'Passes over it tonight, the aurora there, and the times of Sun and Moon.'}</p></header>
${placeForm(facts, root)}${place ? overPlace(facts, place, root) : ''}`,
  })
  const isWhole = !place || (facts.passes && facts.sunAndMoon && facts.aurora)
  return isWhole ? page : { ...page, validMs: RETRY_MS }
}

/** Formats a location as `48.14° N, 11.58° E`. */
function placeName({ latitude, longitude }: PlaceOfSky): string {
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`
}

function placeForm({ place }: SkyFacts, root: string): Html {
  const field = (name: 'latitude' | 'longitude', label: string, max: number) =>
    html`<label>${label} <input name="${name}" type="number" inputmode="decimal" required min="-${max}" max="${max}" step="0.01" value="${place?.[name] ?? ''}"></label>`
  return html`<form class="place card" action="${root}sky" id="sky-place">${field('latitude', 'Latitude, °', 90)}${field('longitude', 'Longitude, °', 180)}<button>Show</button><button type="button" id="sky-here" data-live hidden>Use my position</button><button type="button" id="sky-remove" class="plain" data-live hidden>Remove it</button>
<p class="sub">South and west are negative. The location is rounded to 0.01°, about 1 km. It is stored in this browser and never logged.</p><p class="sub" id="sky-note" role="status"></p></form>`
}

function overPlace(facts: SkyFacts, place: PlaceOfSky, root: string): Html {
  const { passes, without, now } = facts
  const chosen = bestVisible(passes ?? [])
  return html`<section aria-labelledby="tonight"><h2 id="tonight">The next 24 hours</h2><div class="card">${nightChart(facts, place)}<p class="legend"><span class="key visible">visible pass</span><span class="key">pass in daylight or shadow</span><span class="key moon">Moon above the horizon</span></p></div>
<div class="three">${sunCard(facts, place)}${moonCard(facts, place)}${auroraCard(facts, root)}</div></section>
<section aria-labelledby="visible"><h2 id="visible">Visible passes</h2><p class="intro">The object is sunlit, the Sun is more than 6° below the horizon here, and the object rises above ${MIN_ELEVATION_DEG}°. Charts show the sky as seen when looking up: north at the top, east to the left.</p>
${chosen.length > 0 ? html`<div class="passes">${chosen.map((pass) => passCard(pass, root, now))}</div>` : html`<div class="card empty-state"><p>${noPasses(facts)}</p></div>`}</section>
${
  passes && passes.length > 0
    ? html`<section aria-labelledby="all"><h2 id="all">All passes</h2><p class="intro">Passes of the ISS, the Chinese station CSS, the space telescope HST, ENVISAT, TERRA and two large rocket bodies. For other objects, as JSON or as a calendar: <a href="${root}docs#listPasses"><code>/v1/passes?ids=25544&amp;latitude=${place.latitude}&amp;longitude=${place.longitude}</code></a>.</p>
<div class="card scroll" tabindex="0" role="region" aria-label="Table of all passes"><table><thead><tr><th scope="col">Object</th><th scope="col">Rises</th><th scope="col">Highest</th><th scope="col">Sets</th><th scope="col">Visible</th></tr></thead><tbody>${passes.map(passRow)}</tbody></table></div>${withoutPasses(without)}</section>`
    : withoutPasses(without)
}`
}

function withoutPasses(without: SkyFacts['without']): Html | '' {
  if (without.length === 0) return ''
  const described = without.map((object, i) => html`${i > 0 && '; '}${object.name}: ${noPassReason(object)}`)
  return html`<p class="sub">No pass in these 24 hours: ${described}.</p>`
}

/** Returns the passes that are visible highest in the sky, earliest first. */
function bestVisible(passes: readonly SkyPass[]): readonly SkyPass[] {
  const heightOf = ({ visible }: SkyPass) =>
    Math.max(0, ...visible.map(({ highest_elevation_deg }) => highest_elevation_deg))
  return passes
    .filter((pass) => heightOf(pass) >= MIN_ELEVATION_DEG)
    .sort((one, other) => heightOf(other) - heightOf(one))
    .slice(0, MAX_CARDS)
    .sort((one, other) => Date.parse(one.highest.at) - Date.parse(other.highest.at))
}

function noPasses({ passes }: SkyFacts): Html {
  return passes === null
    ? html`<strong>No passes are available yet.</strong> The elements are being fetched, or the server is busy: reload this page in a few seconds.`
    : html`<strong>No visible pass in the next 24 hours.</strong> Some weeks of the year have none.`
}
