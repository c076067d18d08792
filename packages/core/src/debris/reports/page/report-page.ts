import {
  altitudeProfileChart,
  type Drawing,
  densityChangeChart,
  gabbardPlot,
  latitudeAltitudeMap,
  renderSvg,
} from '@space-data/charts'
import { ownerName } from '#catalogue/satcat/satcat-owners'
import {
  boxScoreTables,
  collisionTables,
  shellTables,
  trafficTables,
} from '#debris/reports/page/report-tables'
import { ownerOf } from '#debris/reports/pdf/names'
import { minute, monthName, whole } from '#debris/reports/pdf/numbers'
import type { MonthlyReport } from '#debris/reports/report'
import {
  collisionSentences,
  daysSentence,
  isCompared,
  NOTHING_COMPARED,
  notAttributedSentences,
} from '#debris/reports/sentences'
import { type Html, html, trusted } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'

/** Renders a monthly report as a page that prints well. `root` is the prefix of every link. */
export function reportPage(report: MonthlyReport, root: string, sourceNote: string): HtmlPage {
  return renderPage({
    title: `Debris report, ${monthName(report.month)}`,
    root,
    sourceNote,
    main: html`${head(report)}
${section('box-score', 'Objects in the catalogue', boxScoreTables(report))}
${section('traffic', 'Launches and re-entries', trafficTables(report))}
${section('density', 'Density', densityOf(report))}
${section('new', 'Newly numbered', newlyNumbered(report))}
${section('collisions', 'Approaches and collisions', collisionsOf(report))}
${section('method', 'Method and sources', methodOf(report))}`,
  })
}

function head(report: MonthlyReport): Html {
  const { month, revision, generated_at, catalogued_at } = report
  return html`<header class="page-head"><h1>Debris report, ${monthName(month)}</h1>
<p class="muted">Revision ${revision}, made <time datetime="${generated_at}">${minute(generated_at)}</time>, as catalogued on <time datetime="${catalogued_at}">${minute(catalogued_at)}</time>; later entries revise earlier months. ${daysSentence(report)}</p>
${notAttributedSentences(report).map((sentence) => html`<p class="muted">${sentence}</p>`)}</header>`
}

function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`
}

function densityOf(report: MonthlyReport): Html {
  const { start_day, last_day } = report
  const { shells } = report.density
  return html`${figure(altitudeProfileChart(shells, [start_day, last_day]), 'Spatial density of catalogued objects by altitude')}
${isCompared(report) && figure(densityChangeChart(shells), `Change of the mean number of objects in each shell since ${start_day}`)}
${figure(latitudeAltitudeMap(report.latitude_altitude), `Density by latitude and altitude on ${last_day}`)}
${shellTables(report)}`
}

function newlyNumbered(report: MonthlyReport): Html {
  const { count, by_type, clusters } = report.newly_numbered
  if (!isCompared(report)) return html`<p>${NOTHING_COMPARED}</p>`
  return html`<p>${whole(count)} objects were newly numbered in the month, above all numbers of earlier catalogues: ${whole(by_type.payload)} payloads, ${whole(by_type.rocket_body)} rocket bodies, ${whole(by_type.debris)} pieces of debris, ${whole(by_type.unknown)} unknown.</p>
${clusters.map(({ launch, parent_name, owner, added_count, total_count, pieces }) => {
  const name = parent_name ?? launch
  return html`<h3 class="report-heading">${name} (${launch}${owner && `, ${ownerOf(owner, ownerName(owner))}`})</h3>
<p>${whole(added_count)} pieces of debris newly numbered, which need not be from a new break-up; ${whole(total_count)} objects of the launch are in the catalogue.</p>
${pieces.length > 0 && figure(gabbardPlot(pieces, name), `Gabbard plot of ${name}`)}`
})}`
}

function collisionsOf(report: MonthlyReport): Html {
  const { quoted } = report.collisions
  return html`${collisionSentences(report).map((sentence) => html`<p class="intro">${sentence}</p>`)}
${collisionTables(report)}
${quoted && html`<p class="muted">${quoted.name}: ${quoted.value} on ${quoted.date}, <a href="${quoted.url}">${quoted.url}</a>. Not the same figure: ${quoted.note}.</p>`}`
}

function methodOf({ method, not_computable, sources }: MonthlyReport): Html {
  return html`${method.map((paragraph) => html`<p class="intro">${paragraph}</p>`)}
<h3 class="report-heading">Not computable</h3><ul class="bullets">${not_computable.map(({ figure, reason }) => html`<li>${figure}: ${reason}</li>`)}</ul>
<h3 class="report-heading">Sources</h3><ul class="bullets">${sources.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ul>`
}

function figure(drawing: Drawing, caption: string): Html {
  return html`<figure class="report-figure">${trusted(renderSvg(drawing))}<figcaption>${caption}</figcaption></figure>`
}
