import script from 'browser:launches'
import { distanceOf, launchesAhead } from '@space-data/charts/text'
import type { Person } from '#features/launches/people/person'
import { referenceLink } from '#features/pages/docs/operation-links'
import { type FeedFailure, failureNote } from '#features/pages/feed-failures'
import { launchFacts, missionName, padName, statusPill } from '#features/pages/launches/launch-words'
import { LAUNCHES_STYLE } from '#features/pages/launches/launches-style'
import { padMap } from '#features/pages/launches/pad-map'
import type { PlannedLaunch } from '#features/pages/planned-launches'
import { type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import {
  formatDateTime,
  formatDay,
  formatTime,
  relativeAndAbsoluteTime,
} from '#features/shared/page/timestamps'
import { days, iso, minutes } from '#kernel/kit/time'

/** Content of the launches page. */
export interface LaunchesFacts {
  /** Listed launches, soonest first; `null` if no list is available. */
  readonly launches: readonly PlannedLaunch[] | null
  /** Past launches, latest first; `null` if no list is available. */
  readonly previous: readonly PlannedLaunch[] | null
  /** People in space; `null` if no list is available. */
  readonly people: readonly Person[] | null
  /** Cause of a missing list, if known. */
  readonly failure: FeedFailure | undefined
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Number of past launches shown. */
const PAST = 10
/** Launches within this time have a countdown in the list. */
const COUNTED_MS = days(2)

/** Renders the launches page. `root` is the prefix of every link. */
export function launchesPage(facts: LaunchesFacts, root: string): HtmlPage {
  const { launches, sourceNote, now } = facts
  const [next] = launchesAhead(launches ?? [], now)
  const page = renderPage({
    title: 'Launches',
    description: 'The next rocket launches of the world with countdown, vehicle, mission and pad.',
    root,
    current: 'launches',
    sourceNote,
    style: LAUNCHES_STYLE,
    script,
    main: html`<header class="page-head"><h1>Launches</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>, from Launch Library 2 of The Space Devs${sourceNote && ` ${sourceNote}`}. <a href="${root}v1/launches.ics">Subscribe as a calendar</a>, or <a href="${referenceLink(root, 'Launches', 'listUpcomingLaunches')}">get it as JSON</a>.</p></header>
${launches && launches.length > 0 ? html`<div class="ahead">${next && nextLaunch(next, now)}<div class="card where">${padMap(launches, next)}</div></div>${list(launches, now)}` : emptyState(facts, root)}
${past(facts, root)}${inSpace(facts, root)}`,
  })
  return next ? { ...page, validMs: next.at - now } : page
}

function emptyState({ launches, failure }: LaunchesFacts, root: string): Html {
  const cause = failure ? html`${failureNote(failure, root)}.` : 'Reload this page in a few seconds.'
  return html`<div class="card empty-state"><p>${launches ? html`<strong>No launch is announced.</strong>` : html`<strong>No launches are available yet.</strong> ${cause}`}</p></div>`
}

function nextLaunch(launch: PlannedLaunch, now: number): Html {
  const { at, knownTo, window_start, window_end, probability_percent } = launch
  const isExact = knownTo === 'time'
  const [opens, closes] = [Date.parse(window_start ?? ''), Date.parse(window_end ?? '')]
  const rows: readonly (readonly [string, string | null])[] = [
    ['Vehicle', launch.vehicle],
    ['Provider', launch.provider],
    ['Orbit', launch.orbit],
    ['Pad', padName(launch)],
    ['Window', closes - opens >= minutes(1) ? `${formatDateTime(opens)} – ${formatDateTime(closes)}` : null],
    ['Weather', probability_percent === null ? null : `${probability_percent} % favourable`],
  ]
  return html`<section class="card next-launch" aria-labelledby="next"><h2 id="next">Next: ${missionName(launch)}</h2>
<p class="countdown">${isExact ? html`<span data-until="${iso(at)}">${distanceOf(at, now)}</span>` : html`${plannedDay(launch)}, ${plannedTime(launch)}`}</p>
<p>${isExact && html`<time datetime="${iso(at)}">${formatDateTime(at)}</time> `}${statusPill(launch)}</p>
<dl>${rows.map(([name, value]) => value !== null && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`
}

function list(launches: readonly PlannedLaunch[], now: number): Html {
  const headings = [...new Set(launches.map(plannedDay))]
  return html`<section aria-labelledby="all"><h2 id="all">All ${launches.length}</h2>${headings.map(
    (heading) =>
      html`<div class="day"><h3>${heading}</h3><ol class="alerts">${launches.filter((each) => plannedDay(each) === heading).map((each) => item(each, now))}</ol></div>`,
  )}</section>`
}

function past({ launches, previous }: LaunchesFacts, root: string): Html | false {
  if (!previous || previous.length === 0) return false
  const ahead = new Set(launches?.map(({ id }) => id))
  const shown = previous.filter(({ id }) => !ahead.has(id)).slice(0, PAST)
  return html`<section aria-labelledby="past"><h2 id="past">Past</h2><ol class="alerts">${shown.map(pastItem)}</ol>
<p class="muted"><a href="${referenceLink(root, 'Launches', 'listPreviousLaunches')}">/v1/launches/previous</a> has the last ${previous.length}.</p></section>`
}

function pastItem(launch: PlannedLaunch): Html {
  return html`<li class="alert launch past"><time datetime="${iso(launch.at)}">${plannedDay(launch)}</time>
<div><h3>${missionName(launch)}</h3><p class="sub">${launchFacts(launch)}</p></div><div class="end">${statusPill(launch)}</div></li>`
}

/** Renders the names of the people in space by station or spacecraft. */
function inSpace({ people }: LaunchesFacts, root: string): Html | false {
  if (!people) return false
  const places = new Map<string, Person[]>()
  for (const each of people) {
    const place = each.station ?? each.spacecraft ?? 'Elsewhere'
    places.set(place, [...(places.get(place) ?? []), each])
  }
  return html`<section aria-labelledby="people"><h2 id="people">In space: ${people.length}</h2><div class="card crew"><dl>${[
    ...places,
  ].map(
    ([place, members]) =>
      html`<div><dt>${place}</dt><dd>${members.map(({ name }) => name).join(', ')}</dd></div>`,
  )}</dl></div>
<p class="muted">From Launch Library. <a href="${referenceLink(root, 'People', 'listPeople')}">/v1/people</a> also has agency and launch.</p></section>`
}

function item(launch: PlannedLaunch, now: number): Html {
  const { id, at, knownTo } = launch
  const isSoon = knownTo === 'time' && at > now && at - now < COUNTED_MS
  const pad = padName(launch)
  return html`<li class="alert launch" id="${id}"><time datetime="${iso(at)}">${plannedTime(launch)}</time>
<div><h4>${missionName(launch)}</h4><p class="sub">${launchFacts(launch)}</p>${pad !== null && html`<p class="sub">${pad}</p>`}</div>
<div class="end">${statusPill(launch)}${isSoon ? html`<span class="sub" data-until="${iso(at)}">${distanceOf(at, now)}</span>` : at <= now && html`<span class="sub">${relativeAndAbsoluteTime(at, now)}</span>`}</div></li>`
}

/** Formats the planned time below its day: `14:05`, `time open`, `December 2026`, `Q1 2027`. */
function plannedTime({ at, knownTo, text }: PlannedLaunch): string {
  if (knownTo === 'time') return formatTime(at)
  return knownTo === 'day' ? 'time open' : text
}

/** Returns the heading under which a launch is listed: its day, or `Day not known`. */
function plannedDay({ at, knownTo }: PlannedLaunch): string {
  return knownTo === 'period' ? 'Day not known' : formatDay(at)
}
