import script from 'browser:plots'
import { failureNote } from '#features/pages/feed-failures'
import { help } from '#features/pages/help'
import { pathOf } from '#features/pages/live-values'
import { scaleLabel } from '#features/pages/noaa-scales'
import { dayStrip } from '#features/pages/weather/day-strip'
import { kpPlot } from '#features/pages/weather/kp-plots'
import {
  bzPlot,
  type LinePlot,
  linePlot,
  protonPlot,
  type Words,
  windPlot,
  xrayPlot,
} from '#features/pages/weather/line-plots'
import { noaaBadges } from '#features/pages/weather/noaa-badges'
import { noaaWord } from '#features/pages/weather/noaa-word'
import { SPAN_NAMES, SPANS, type Span } from '#features/pages/weather/spans'
import type { WeatherFacts } from '#features/pages/weather/weather-facts'
import { WEATHER_STYLE } from '#features/pages/weather/weather-style'
import { type Content, type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { formatDateTime, relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import { geomagneticStorms } from '#features/space-weather/scales/noaa-scales'
import type { Quantity } from '#features/space-weather/series/readings'
import { seconds } from '#kernel/kit/time'

/** Validity of the page while a value is missing, which may still arrive. */
const INCOMPLETE_VALID_MS = seconds(5)

/** Renders the page of the space weather. `root` is the prefix of every link. */
export function weatherPage(facts: WeatherFacts, root: string): HtmlPage {
  const { now, series, sourceNote, span } = facts
  const isComplete = !facts.isMissingDays && Object.values(series).every(({ current }) => current !== null)
  const page = renderPage({
    title: 'Space weather',
    description:
      'Kp, solar X-rays, protons, solar wind and aurora now, with plots of up to 27 days and NOAA’s forecast.',
    root,
    current: 'weather',
    sourceNote,
    style: WEATHER_STYLE,
    script,
    main: html`<header class="page-head"><h1>Space weather</h1>
<p class="muted">As of <time datetime="${new Date(now).toISOString()}">${formatDateTime(now)}</time>. Observations and forecast by NOAA SWPC${sourceNote && ` ${sourceNote}`}.</p></header>
${facts.isStoreFailing && html`<p class="notice">The store is unavailable. Current values are shown if they could be fetched; the plots are empty.</p>`}
${facts.isMissingDays && html`<p class="notice">Some days cannot be fetched from the central instance now. They are gaps in the plots.</p>`}
${noaaBadges(facts)}
<section class="plots has-help" aria-labelledby="plots"><div class="heading"><h2 id="plots">The last ${SPAN_NAMES[span]}</h2>${spanLinks(span, root)}</div>${help('this page', explanation(root))}
<div class="weather-figures">${kpFigure(facts, root)}${FIGURES.map((each) => lineFigure(each, facts, root))}</div></section>
${dayStrip(facts.day, now, root)}
${noaaWord(facts, root)}`,
  })
  return isComplete ? page : { ...page, validMs: INCOMPLETE_VALID_MS }
}

function explanation(root: string): Html {
  return html`<p class="hint">Move over a plot, or focus it and use the arrow keys, to read its values.</p>
<p>Triangles above a plot are <a href="${root}alerts">alerts</a>. The scales reach from 0 (none) to 5 (extreme). Large: computed here from the newest value. NOAA’s own: the level that NOAA publishes, which may refer to another minute or a longer span.</p>`
}

function spanLinks(span: Span, root: string): Html {
  return html`<nav class="spans" aria-label="Time span">${SPANS.map((id) => html`<a href="${root}weather${id !== '24h' && `?span=${id}`}"${id === span && html` aria-current="true"`}>${SPAN_NAMES[id]}</a>`)}</nav>`
}

/** A plot, with an explanation for readers who do not know it. */
interface Figure {
  readonly name: string
  /** One line. */
  readonly meaning: string
  /** Further sentences, folded. */
  readonly more?: Content
  readonly source: string
}

const FIGURES: readonly (Figure & { readonly line: LinePlot })[] = [
  {
    name: 'Solar X-rays',
    meaning: 'Each class is ten times the previous one; M and X disturb radio.',
    more: 'Flux from the Sun. Flares of class M and X disturb radio on the day side. Labels mark peaks of M1 and above in this curve.',
    source: 'GOES X-ray flux',
    line: xrayPlot,
  },
  {
    name: 'Energetic protons',
    meaning: 'A radiation storm begins at 10 pfu.',
    more: 'Protons of 10 MeV and above at geostationary orbit. A radiation storm endangers satellites and disturbs polar radio.',
    source: 'GOES integral proton flux',
    line: protonPlot,
  },
  {
    name: 'Solar wind',
    meaning: 'Speed at L1, 30 to 60 minutes before the Earth.',
    source: 'real-time solar wind',
    line: windPlot,
  },
  {
    name: 'Magnetic field of the solar wind',
    meaning: 'Strong southward fields (negative, filled) drive storms.',
    more: 'The component along the Earth’s axis, at L1.',
    source: 'real-time magnetic field',
    line: bzPlot,
  },
]

function kpFigure(facts: WeatherFacts, root: string): Html {
  const words = (index: number): Words => ['Kp ', index.toFixed(2), scaleLabel(geomagneticStorms, index)]
  const figure = {
    name: 'Planetary K index and its forecast',
    meaning:
      'Disturbance of the Earth’s magnetic field, from 0 to 9; a storm begins at 5−. Hatched: forecast.',
    more: html`Each bar covers three hours. Dashed: a running estimate. ${KP_NOTE} ${gfzNote(facts)} ${forecastNote(facts)}`,
    source: 'planetary K index and 3-day forecast',
  }
  return renderFigure(figure, latestValue('kp', words, facts, root), kpPlot(facts, root))
}

/** The newest Kp of GFZ Potsdam, with its window and licence. */
function gfzNote({ day: { kpGfz } }: WeatherFacts): Html | undefined {
  if (!kpGfz) return undefined
  return html`GFZ publishes <b>${kpGfz.kp.toFixed(2)}</b> (${kpGfz.status}, <a href="https://kp.gfz.de/" rel="noopener">CC BY 4.0</a>) for the three hours to ${formatDateTime(Date.parse(kpGfz.stop))}.`
}

function forecastNote({ forecast, now }: WeatherFacts): Html {
  if (!forecast) return html`No forecast is available now.`
  const { issuedAt } = forecast
  return html`The forecast was issued ${issuedAt === null ? 'at an unknown time' : relativeAndAbsoluteTime(issuedAt, now)}.`
}

function lineFigure({ line, ...figure }: (typeof FIGURES)[number], facts: WeatherFacts, root: string): Html {
  return renderFigure(
    figure,
    latestValue(line.quantity, line.toWords, facts, root),
    linePlot(line, facts, root),
  )
}

function renderFigure({ name, meaning, more, source }: Figure, value: Html, plot: Html): Html {
  return html`<article class="card weather-figure has-help"><h3>${name}</h3><div class="now">${value}</div><p class="meaning">${meaning}</p>${help(name, html`<p>${more} Source: NOAA SWPC, ${source}.</p>`)}
${plot}</article>`
}

/** Renders the latest value with its age. For a value that is not current, states that and the cause. */
function latestValue(
  quantity: Quantity,
  toWords: (value: number) => Words,
  { series, failures, now }: WeatherFacts,
  root: string,
): Html {
  const { current, latest } = series[quantity]
  const failure = current ? undefined : failures.get(pathOf(quantity))
  const cause = failure && html`${failureNote(failure, root)}`
  if (!latest)
    return html`<p class="reading"><strong>–</strong> <span class="muted">${cause ?? 'No value available.'}</span></p>`
  const [before, digits, after] = toWords(latest.value)
  const age: Content = current
    ? relativeAndAbsoluteTime(latest.at, now)
    : html`<span class="late">last known value, ${relativeAndAbsoluteTime(latest.at, now)}</span>${cause && html`; ${cause}`}`
  return html`<p class="reading">${before}<strong>${digits}</strong> ${after} <span class="muted">${age}</span></p>`
}
