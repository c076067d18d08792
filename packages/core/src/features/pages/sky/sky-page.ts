import script from 'browser:sky'
import { noPassReason } from '@space-data/charts/text'
import { referenceLink } from '#features/pages/docs/operation-links'
import { nightChart } from '#features/pages/sky/night-chart'
import { passCard, passTable } from '#features/pages/sky/pass-card'
import { placeForm, placeName } from '#features/pages/sky/place-form'
import { auroraCard, moonCard, sunCard } from '#features/pages/sky/sky-cards'
import { BRIGHT_IDS, MIN_ELEVATION_DEG, type SkyFacts, type SkyPass } from '#features/pages/sky/sky-facts'
import { SKY_STYLE } from '#features/pages/sky/sky-style'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { formatDateTime } from '#features/shared/page/timestamps'
import { iso, seconds } from '#kernel/kit/time'

/** Maximum number of visible passes with a chart; the list has all passes. */
const MAX_CARDS = 4

/** Maximum number of links to other objects that match. */
const MAX_OTHERS = 5

/** Validity of an incomplete page. */
const RETRY_MS = seconds(5)

/** Renders the page of the sky over a location. `root` is the prefix of every link. */
export function skyPage(facts: SkyFacts, root: string): HtmlPage {
  const { place, isExample, sourceNote, now } = facts
  const title = `The sky over ${placeName(place)}${isExample ? ', as an example' : ''}`
  const page = renderPage({
    title: 'Sky',
    description: 'Passes over a location tonight, the aurora there, and the times of Sun and Moon.',
    root,
    current: 'sky',
    sourceNote,
    style: SKY_STYLE,
    script,
    main: html`<header class="page-head"><h1>${title}</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. Times are <span id="sky-zone">UTC</span>.</p></header>
${placeForm(facts, root)}${overPlace(facts, root)}`,
  })
  const isWhole = facts.passes && facts.sunAndMoon && facts.aurora && (!facts.matches || facts.matches.found)
  return isWhole ? page : { ...page, validMs: RETRY_MS }
}

function overPlace(facts: SkyFacts, root: string): Html {
  const { passes, without, now } = facts
  const chosen = bestVisible(passes ?? [])
  return html`<section aria-labelledby="tonight"><h2 id="tonight">The next 24 hours</h2><div class="card">${nightChart(facts)}<p class="legend"><span class="key visible">visible pass</span><span class="key">pass in daylight or shadow</span><span class="key moon">Moon above the horizon</span></p></div>
<div class="three">${sunCard(facts)}${moonCard(facts)}${auroraCard(facts, root)}</div></section>
${passesOfObject(facts, root)}<section aria-labelledby="visible"><h2 id="visible">Visible passes</h2><p class="intro">The object is sunlit, the Sun is more than 6° below the horizon here, and the object rises above ${MIN_ELEVATION_DEG}°. Charts show the sky as seen when looking up: north at the top, east to the left.</p>
${chosen.length > 0 ? html`<div class="passes">${chosen.map((pass) => passCard(pass, root, now))}</div>` : html`<div class="card empty-state"><p>${noPasses(facts)}</p></div>`}</section>
${passes && passes.length > 0 && allPasses(passes, facts, root)}${withoutPasses(without)}`
}

/** Renders the passes of the object that is asked for, with links to other objects of this name. */
function passesOfObject({ passes, without, matches, place }: SkyFacts, root: string): Html | '' {
  const [object, ...others] = matches?.found ?? []
  if (!object || !passes) return ''
  const own = passes.filter(({ norad_id }) => norad_id === object.norad_id)
  const reason = without.find(({ norad_id }) => norad_id === object.norad_id)
  const at = `${place.latitude}, ${place.longitude}`
  const links = others
    .slice(0, MAX_OTHERS)
    .map(
      ({ name, norad_id }, i) =>
        html`${i > 0 && ', '}<a href="${root}sky?at=${at}&amp;object=${norad_id}">${name}</a>`,
    )
  return html`<section aria-labelledby="object"><h2 id="object">Passes of ${object.name}</h2>
${links.length > 0 && html`<p class="intro">Other matches: ${links}${others.length > links.length && ', …'}.</p>`}${
  own.length > 0
    ? passTable(`Table of the passes of ${object.name}`, own)
    : html`<div class="card empty-state"><p>No pass in the next 24 hours${reason && `: ${noPassReason(reason)}`}.</p></div>`
}</section>`
}

/** Renders the table of all passes, the visible ones first; the others are folded. */
function allPasses(passes: readonly SkyPass[], { place, matches }: SkyFacts, root: string): Html {
  const [object] = matches?.found ?? []
  const further = object && !BRIGHT_IDS.includes(object.norad_id) ? `, and of ${object.name}` : ''
  const [visible, others] = [true, false].map((isVisible) =>
    passes.filter((pass) => pass.visible.length > 0 === isVisible),
  ) as [SkyPass[], SkyPass[]]
  return html`<section aria-labelledby="all"><h2 id="all">All passes</h2><p class="intro">Passes of the ISS, the Chinese station CSS, the space telescope HST, ENVISAT, TERRA and two large rocket bodies${further}. For other objects, as JSON or as a calendar: <a href="${referenceLink(root, 'Objects', 'listPasses')}"><code>/v1/passes?ids=25544&amp;latitude=${place.latitude}&amp;longitude=${place.longitude}</code></a>.</p>
${visible.length > 0 && passTable('Table of visible passes', visible)}${others.length > 0 && html`<details class="others"><summary>${others.length} in daylight or shadow</summary>${passTable('Table of the other passes', others)}</details>`}</section>`
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
