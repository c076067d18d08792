import script from 'browser:sky'
import { type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime } from '#endpoint/page/timestamps'
import { iso } from '#kit/time'
import { moonDisc } from '#site/sky/moon-disc'
import { nightChart } from '#site/sky/night-chart'
import { localTime, passCard, passRow } from '#site/sky/pass-card'
import type { AuroraHere, SkyFacts, SkyOfPlace, SunAndMoon } from '#site/sky/sky-facts'
import { SKY_STYLE } from '#site/sky/sky-style'

/** How many visible passes have a chart of their own; all are in the list. */
const MAX_CARDS = 6

/** Renders the page of the sky over a place, or the form for one. `root` is the prefix of every link. */
export function skyPage(facts: SkyFacts, root: string): HtmlPage {
  const { place, sky, sourceNote, now } = facts
  const title = place ? `The sky over ${placeName(place)}` : 'The sky over a place'
  return renderPage({
    title: 'Sky',
    description: 'What passes over a place tonight, the aurora there, and the times of Sun and Moon.',
    root,
    current: 'sky',
    sourceNote,
    style: SKY_STYLE,
    script,
    main: html`<header class="page-head"><h1>${title}</h1>
<p class="muted">${sky ? html`As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. Times are <span id="sky-zone">UTC</span>.` : 'What passes over it tonight, the aurora there, and the times of Sun and Moon.'}</p></header>
${placeForm(facts, root)}${sky ? overPlace(sky, facts, root) : ''}`,
  })
}

/** Formats a place as `48.14° N, 11.58° E`. */
export function placeName({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`
}

function placeForm({ place }: SkyFacts, root: string): Html {
  const field = (name: 'latitude' | 'longitude', label: string, max: number) =>
    html`<label>${label} <input name="${name}" type="number" inputmode="decimal" required min="-${max}" max="${max}" step="0.01" value="${place?.[name] ?? ''}"></label>`
  return html`<form class="place card" action="${root}sky" id="sky-place">${field('latitude', 'Latitude, °', 90)}${field('longitude', 'Longitude, °', 180)}<button>Show</button><button type="button" id="sky-here" data-live hidden>Use my position</button><button type="button" id="sky-forget" class="plain" data-live hidden>Forget it</button>
<p class="sub">South and west are negative. The place is rounded to 0.01°, about 1 km; it is kept in this browser and not logged.</p><p class="sub" id="sky-note" role="status"></p></form>`
}

function overPlace(sky: SkyOfPlace, { now, place }: SkyFacts, root: string): Html {
  const { passes, sunAndMoon, aurora } = sky
  const visible = passes?.filter((pass) => pass.visible.length > 0) ?? []
  const query = place && `latitude=${place.latitude}&longitude=${place.longitude}`
  return html`<section aria-labelledby="tonight"><h2 id="tonight">The next 24 hours</h2><div class="card">${nightChart(
    {
      from: now,
      to: sky.until,
      now,
      passes: (passes ?? []).map(({ name, highest, visible }) => ({
        name,
        at: highest.at,
        elevationDeg: highest.elevationDeg,
        isVisible: visible.length > 0,
      })),
      moonUp: sunAndMoon.moonUp,
      sunElevationDeg: sky.sunElevationDeg,
    },
  )}<p class="legend"><span class="key visible">visible pass</span><span class="key">pass in daylight or shadow</span><span class="key moon">Moon above the horizon</span></p></div>
<div class="three">${sunCard(sunAndMoon)}${moonCard(sunAndMoon)}${auroraCard(aurora, root)}</div></section>
<section aria-labelledby="visible"><h2 id="visible">Visible passes</h2><p class="intro">The object is in sunlight, the Sun is more than 6° below the horizon, and the object gets higher than 10°. Charts show the sky as one sees it looking up, north at the top and so east to the left.</p>
${visible.length > 0 ? html`<div class="passes">${visible.slice(0, MAX_CARDS).map((pass) => passCard(pass, now))}</div>` : html`<div class="card empty-state"><p>${noPasses(sky)}</p></div>`}</section>
${passes && passes.length > 0 ? html`<section aria-labelledby="all"><h2 id="all">All passes</h2><div class="card scroll"><table><thead><tr><th scope="col">Object</th><th scope="col">Rises</th><th scope="col">Highest</th><th scope="col">Sets</th><th scope="col">Visible</th></tr></thead><tbody>${passes.map(passRow)}</tbody></table></div>
<p class="sub">From the elements of the groups <code>stations</code> and <code>visual</code> that are held here. As JSON or as a calendar, for any object: <a href="${root}docs#listPasses"><code>/v1/passes?ids=25544&${query}</code></a>.</p></section>` : ''}`
}

function noPasses({ passes }: SkyOfPlace): Html {
  return passes === null
    ? html`<strong>No elements are held yet.</strong> Reload this page in a few seconds.`
    : html`<strong>No visible pass in the next 24 hours.</strong> In summer and winter there are weeks without one.`
}

function sunCard({ sun }: SunAndMoon): Html {
  return html`<div class="card"><h3>Sun</h3><dl class="times">${time('Sets', sun.set)}${time('Dark from', sun.darkFrom)}${time('Dark until', sun.darkTo)}${time('Rises', sun.rise)}</dl><p class="sub">${sunNote(sun)}</p></div>`
}

function sunNote({ rise, set, darkFrom, elevationDeg }: SunAndMoon['sun']): string {
  const present = `It is ${Math.abs(elevationDeg).toFixed(1)}° ${elevationDeg < 0 ? 'below' : 'above'} the horizon now.`
  if (rise === null && set === null) return `It does not ${elevationDeg < 0 ? 'rise' : 'set'} in these 24 hours. ${present}`
  return darkFrom === null ? `It does not get fully dark. ${present}` : `Dark: the Sun is more than 18° below the horizon. ${present}`
}

function moonCard({ moon }: SunAndMoon): Html {
  return html`<div class="card"><h3>Moon</h3><div class="moon-facts">${moonDisc(moon)}<dl class="times">${time('Rises', moon.rise)}${time('Sets', moon.set)}<div><dt>Lit</dt><dd>${Math.round(moon.illuminatedPercent)} %, ${moon.isWaxing ? 'waxing' : 'waning'}</dd></div></dl></div></div>`
}

function time(label: string, at: number | null): Html {
  return html`<div><dt>${label}</dt><dd>${at === null ? 'not in 24 h' : localTime(at)}</dd></div>`
}

function auroraCard(aurora: AuroraHere | null, root: string): Html {
  if (!aurora) return html`<div class="card"><h3>Aurora</h3><p>No forecast is known yet: see <a href="${root}status">status</a>.</p></div>`
  const { best } = aurora
  return html`<div class="card"><h3>Aurora</h3><p class="figure">${aurora.probabilityPercent} %<span class="unit"> overhead</span></p><dl class="times">
<div><dt>Best poleward</dt><dd>${best ? `${best.probabilityPercent} %, ${Math.round(best.distanceKm)} km ${best.isNorth ? 'north' : 'south'}` : 'none within 1,000 km'}</dd></div>
<div><dt>Visible from</dt><dd>${Math.abs(aurora.viewLineLatitudeDeg).toFixed(0)}° ${aurora.viewLineLatitudeDeg < 0 ? 'S' : 'N'} on</dd></div><div><dt>For</dt><dd>${localTime(aurora.forecastAt)}</dd></div></dl></div>`
}
