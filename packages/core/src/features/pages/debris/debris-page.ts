import script from 'browser:debris'
import { durationText, formatPerBillionKm3, groupThousands, runningWords } from '@space-data/charts/text'
import { shareAbove } from '#features/debris/density/shell-counts'
import { type ShellGrid, shellEdgesKm } from '#features/debris/density/shell-grid'
import type { CatalogueDiff } from '#features/debris/diff/diff'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { altitudeProfile } from '#features/pages/debris/altitude-profile'
import {
  type Debris,
  type DebrisFacts,
  formatMeanCount,
  shellName,
} from '#features/pages/debris/debris-facts'
import { DEBRIS_STYLE } from '#features/pages/debris/debris-style'
import { altitudeLatitudeMap, shellHeatMap } from '#features/pages/debris/heat-map'
import { historySection } from '#features/pages/debris/history-section'
import { leftOutWords } from '#features/pages/left-out-words'
import { noShellsNotice } from '#features/pages/no-shells'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { formatDateTime, relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import { seconds } from '#kernel/kit/time'

/** Validity of the page during a run. */
const RUNNING_VALID_MS = seconds(2)
/** Number of shells in the list of the densest ones. */
const DENSEST = 10
/** Maximum number of objects in each list of changes. */
const LISTED = 8

/** Renders the page of the objects by altitude. `root` is the prefix of every link. */
export function debrisPage(facts: DebrisFacts, root: string): HtmlPage {
  const { debris, job, sourceNote } = facts
  const page = renderPage({
    title: 'Catalogued objects by altitude',
    description: 'Number of catalogued objects at each altitude and latitude, counted every night.',
    root,
    current: 'debris',
    sourceNote,
    style: DEBRIS_STYLE,
    script,
    main: html`<header class="page-head"><h1>Catalogued objects by altitude</h1>
<p class="muted">Every night, all objects of the public catalogue (payloads, rocket bodies and debris of about 10 cm and larger) are propagated over 24 hours and counted in shells. <a href="${root}globe">See them move on the globe</a>.</p></header>
${debris ? publishedRun(debris, root) : noShellsNotice(facts)}
<p class="job-line">${jobLine(facts)}</p>`,
  })
  return job?.running ? { ...page, validMs: RUNNING_VALID_MS } : page
}

/** Renders the result of the last run and the start of the next one in one line. */
function jobLine({ job, now, isMirror }: DebrisFacts): Html | null {
  if (!job || isMirror) return null
  const { job: last, running, nextRunAt } = job
  const state = running
    ? html`A run is in progress: ${runningWords(running)}.`
    : last?.ok === true
      ? html`Last run ${relativeAndAbsoluteTime(last.startedAt, now)}${last.finishedAt !== null && `, in ${durationText(last.finishedAt - last.startedAt)}`}.`
      : last?.ok === false
        ? html`<span class="down">The last run failed</span>, ${relativeAndAbsoluteTime(last.startedAt, now)}${last.error !== null && `: ${last.error}`}.`
        : null
  return html`${state} Next run ${relativeAndAbsoluteTime(nextRunAt, now)}.`
}

function publishedRun(debris: Debris, root: string): Html {
  const { run, day, history } = debris
  return html`${
    day &&
    html`<section aria-labelledby="all"><h2 id="all">All shells by altitude and latitude</h2>
<p class="intro">${coverage(run)} Objects with the same inclination fill a band up to that latitude, and are densest at its edge.</p>
<div class="card">${altitudeLatitudeMap(day)}<p class="when">${sourceLine(debris)}</p></div></section>`
  }
<section aria-labelledby="shell"><h2 id="shell">One shell</h2>
<div class="shells">${shellCard(debris, root)}
<article class="card"><h3>By altitude</h3><p class="meaning">Objects per billion km³, logarithmic scale, by altitude in km; the shell on the map is highlighted</p>
<div id="by-altitude">${altitudeProfile(debris.profile, debris.shell, run.grid)}</div>
${densestList(debris, root)}</article></div></section>
${changes(debris)}${historySection(history, run.grid, debris.shell)}${ownShells()}`
}

/** Renders the section that the script fills with the custom shells of the tab's key. */
function ownShells(): Html {
  return html`<section id="own-shells" aria-labelledby="own" hidden><h2 id="own">Your custom shells</h2>
<div class="card own-shells"><table><thead><tr><th scope="col">Name</th><th scope="col">Altitude</th><th scope="col">Objects on average</th><th scope="col">Per billion km³</th></tr></thead><tbody></tbody></table></div></section>`
}

function shellCard({ run, shell, density, profile }: Debris, root: string): Html {
  const name = shellName(run.grid, shell)
  return html`<article class="card">${altitudeForm(run.grid, shell, root)}
<div id="shell-map"><h3>Shell ${name}</h3>
${
  density
    ? html`<p class="meaning">${formatMeanCount(density.objects_total)} objects on average (${kinds(density.by_type)}), ${formatPerBillionKm3(density.mean_density_per_km3)} per billion km³</p>${shellHeatMap(density, run.grid.binDeg, name)}`
    : html`<p class="meaning">This shell is unavailable while a new run replaces it. Reload in a minute.</p>`
}
${neighbours(run.grid, shell, profile, root)}</div></article>`
}

/** Renders the share of the catalogue that is in the shells. */
function coverage({ counts, grid }: Debris['run']): Html {
  const objects = (samples: number) => groupThousands(Math.round(samples / SAMPLES_PER_OBJECT))
  const above = `${objects(counts.above)} (${(100 * shareAbove(counts)).toFixed(0)} % of the catalogue)`
  return html`Of ${groupThousands(counts.catalogue)} catalogued objects (${leftOutWords(counts)}), ${objects(counts.inRange)} are in the shells from ${grid.minKm} to ${groupThousands(grid.maxKm)} km at any time, and ${above} above them.`
}

/** Renders a form that works without script; with it, the slider loads the shell when it rests. */
function altitudeForm(grid: ShellGrid, shell: number, root: string): Html {
  const { lowerKm } = shellEdgesKm(grid, shell)
  return html`<form method="get" action="${root}debris#shell" class="slider"><label for="alt">Altitude</label>
<input id="alt" name="alt" type="range" min="${grid.minKm}" max="${grid.maxKm - grid.shellKm}" step="${grid.shellKm}" value="${lowerKm}" aria-describedby="altitude"><output id="altitude" for="alt">${lowerKm} km</output><button>Show</button></form>`
}

function neighbours(grid: ShellGrid, shell: number, profile: readonly number[], root: string): Html {
  const link = (target: number, label: string) => shellLink(grid, target, label, root)
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return html`<nav class="neighbours" aria-label="Other shells">${[
    shell > 0 && link(shell - 1, '↓ lower'),
    shell < profile.length - 1 && link(shell + 1, '↑ higher'),
    html`<a href="${root}globe?from=${lowerKm}&amp;to=${upperKm}">See it on the globe</a>`,
  ]}</nav>`
}

function densestList({ run, profile }: Debris, root: string): Html {
  const shells = profile
    .map((density, shell) => ({ density, shell }))
    .sort((a, b) => b.density - a.density)
    .slice(0, DENSEST)
  return html`<h3 class="densest">The densest shells</h3><ol class="ranks">${shells.map(
    ({ density, shell }) =>
      html`<li>${shellLink(run.grid, shell, shellName(run.grid, shell), root)} <span>${formatPerBillionKm3(density)}</span></li>`,
  )}</ol>`
}

function shellLink(grid: ShellGrid, shell: number, label: string, root: string): Html {
  return html`<a href="${root}debris?alt=${shellEdgesKm(grid, shell).lowerKm}#shell">${label}</a>`
}

function changes({ diff }: Debris): Html | null {
  if (!diff) return null
  return html`<section aria-labelledby="changes"><h2 id="changes">Since the previous run</h2>
<div class="ways">${changeList('Added', diff.added_count, diff.added)}${changeList('Removed', diff.removed_count, diff.removed)}</div></section>`
}

function changeList(
  title: string,
  count: number,
  objects: CatalogueDiff['added'] | CatalogueDiff['removed'],
): Html {
  const rest = count - Math.min(LISTED, objects.length)
  return html`<article class="card"><h3>${title}: ${groupThousands(count)}</h3><ul class="ranks">${objects
    .slice(0, LISTED)
    .map(
      ({ name, norad_id, perigee_km, apogee_km, reason }) =>
        html`<li>${name} (${norad_id}) <span>${Math.round(perigee_km)}–${Math.round(apogee_km)} km, ${reason}</span></li>`,
    )}</ul>${rest > 0 && html`<p class="when">and ${groupThousands(rest)} more</p>`}</article>`
}

function sourceLine({ run: { source, t0, method, counts } }: Debris): Html {
  return html`${source}, 24 hours from ${formatDateTime(t0)}. ${method}. ${groupThousands(counts.stale)} objects excluded: elements over 30 days old.`
}

function kinds(byType: NonNullable<Debris['density']>['by_type']): string {
  return Object.entries(byType)
    .map(([kind, objects]) => `${kind.replace('_', ' ')} ${formatMeanCount(objects)}`)
    .join(', ')
}
