import { distanceOf, formatPerBillionKm3, groupThousands } from '@space-data/charts/text'
import { densityByShell } from '#features/debris/density/shell-density'
import { shellEdgesKm } from '#features/debris/density/shell-grid'
import { foldAlerts } from '#features/pages/alerts/alert-events'
import { curlExample } from '#features/pages/curl-example'
import { failureNote } from '#features/pages/feed-failures'
import { eventWords, gravestEvent } from '#features/pages/home/gravest-event'
import type { HomeFacts } from '#features/pages/home/home-facts'
import {
  dayLine,
  flarePicture,
  kpPicture,
  levelPicture,
  marksPicture,
  profilePicture,
} from '#features/pages/home/tile-pictures'
import { leftOutWords } from '#features/pages/left-out-words'
import { levelClass, levelPill } from '#features/pages/level-style'
import { scaleStepOf } from '#features/pages/noaa-scales'
import { LAUNCHES, type PlannedLaunch } from '#features/pages/planned-launches'
import { EVENTS } from '#features/pages/recent-events'
import { type Content, type Html, html } from '#features/shared/page/html'
import { formatDateTime, formatDay, relativeTime } from '#features/shared/page/timestamps'
import type { SolarEvent } from '#features/space-weather/events/solar-event'
import {
  flareClassFlux,
  geomagneticStorms,
  radioBlackouts,
  toFlareClass,
} from '#features/space-weather/scales/noaa-scales'
import type { Quantity } from '#features/space-weather/series/readings'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { days, iso } from '#kernel/kit/time'

/** A kind of data: its page, its current value, a picture, and the path that serves it. */
interface Tile {
  readonly name: string
  /** Name of its page. */
  readonly page: string
  /** The path that serves it. */
  readonly path: string
  readonly value: Content
  /** Its age, or details that the value leaves out. */
  readonly note?: Content
  readonly picture?: Content
}

/** Days of upcoming launches and of past alerts that are drawn. */
const [LAUNCH_DAYS, ALERT_DAYS] = [30, 30]

/** Renders a tile for each kind of data but the globe. `root` is the prefix of every link. */
export function tileList(table: readonly Endpoint[], facts: HomeFacts, root: string): Html {
  const tiles = [
    kpTile(facts),
    windTile(facts),
    xrayTile(facts),
    eventTile(facts),
    launchTile(facts),
    alertTile(facts),
    shellTile(facts),
  ]
  return html`<ul class="tiles">${tiles.map((tile) => render(tile, table, facts, root))}</ul>`
}

/** Renders the tile of the globe. */
export function globeTile(table: readonly Endpoint[], facts: HomeFacts, root: string): Html {
  return html`<ul class="globe-tile">${render(objectTile(facts, root), table, facts, root)}</ul>`
}

function render(tile: Tile, table: readonly Endpoint[], facts: HomeFacts, root: string): Html {
  const { name, page, path, value, note, picture } = tile
  const endpoint = table.find((each) => each.path === path && each.method === 'GET')
  const cause = value === null ? facts.failures.get(path) : undefined
  const failure = cause && failureNote(cause, root)
  return html`<li class="card tile"><h2><a href="${root}${page}">${name}</a></h2>
<p class="value"><strong>${value ?? (failure ? '–' : 'no data yet')}</strong></p><p class="note">${failure ?? note}</p>
<div class="sight">${picture}</div>
${endpoint && html`<details><summary><code>${path}</code></summary>${curlExample(endpoint)}</details>`}</li>`
}

function kpTile({ values, days: recorded, now }: HomeFacts): Tile {
  const kp = values.get('kp')
  return {
    name: 'Planetary K index',
    page: 'weather',
    path: '/v1/space-weather/kp',
    value: kp ? html`${kp.value.toFixed(2)} ${levelPill(scaleStepOf(geomagneticStorms, kp.value))}` : null,
    note: kp && relativeTime(kp.at, now),
    picture: kpPicture(recorded.get('kp') ?? [], now),
  }
}

function windTile(facts: HomeFacts): Tile {
  const bz = facts.values.get('bz_gsm_nt')
  const note = bz && html`, Bz ${bz.value.toFixed(1).replace('-', '−')} nT`
  return lineTile(facts, 'solar_wind_speed_km_s', {
    name: 'Solar wind',
    path: '/v1/space-weather/wind',
    format: (value) => `${Math.round(value)} km/s`,
    note,
  })
}

function xrayTile(facts: HomeFacts): Tile {
  return lineTile(facts, 'xray_flux_w_m2', {
    name: 'Solar X-rays',
    path: '/v1/space-weather/xray',
    format: (value) => html`${toFlareClass(value)} ${levelPill(scaleStepOf(radioBlackouts, value))}`,
  })
}

function lineTile(
  { values, days: recorded, now }: HomeFacts,
  quantity: Quantity,
  words: Pick<Tile, 'name' | 'path' | 'note'> & { readonly format: (value: number) => Content },
): Tile {
  const reading = values.get(quantity)
  return {
    ...words,
    page: 'weather',
    value: reading ? words.format(reading.value) : null,
    note: reading && html`${relativeTime(reading.at, now)}${words.note}`,
    picture: dayLine(recorded.get(quantity) ?? [], now, quantity === 'xray_flux_w_m2'),
  }
}

function eventTile({ events: recent, now }: HomeFacts): Tile {
  const common = { name: 'Flares and CMEs', page: 'events', path: EVENTS }
  if (!recent) return { ...common, value: null }
  const flares = recent.events.flatMap(({ kind, flare_class, peak_time, start_time }) =>
    kind === 'flare' && flare_class !== null
      ? { at: Date.parse(peak_time ?? start_time), flareClass: flare_class }
      : [],
  )
  const strongest = flares.toSorted((a, b) => flareClassFlux(b.flareClass) - flareClassFlux(a.flareClass))[0]
  return {
    ...common,
    value: strongest?.flareClass ?? 'no flare',
    note: html`${strongest ? `Strongest of ${flares.length} flares in 7 days` : 'In 7 days'}; ${ejectionNote(recent.events, now)}`,
    picture: flarePicture(flares, now),
  }
}

/** Renders the number of coronal mass ejections, and when the next one arrives. */
function ejectionNote(events: readonly SolarEvent[], now: number): Content {
  const ejections = events.filter(({ kind }) => kind === 'cme')
  const [next] = ejections
    .map(({ earth_impact }) => Date.parse(earth_impact?.arrival_time ?? ''))
    .filter((at) => at > now)
    .sort((a, b) => a - b)
  const count = `${ejections.length} ${ejections.length === 1 ? 'CME' : 'CMEs'}`
  return next === undefined ? count : html`${count}, one arrives ${relativeTime(next, now)}`
}

function launchTile({ launches, now }: HomeFacts): Tile {
  const common = { name: 'Launches', page: 'launches', path: LAUNCHES }
  if (!launches) return { ...common, value: null }
  const [next] = launches
  return {
    ...common,
    value: next ? timeLeft(next, now) : 'none announced',
    note: next && html`${next.name}${next.knownTo === 'time' && html`, ${formatDateTime(next.at)}`}`,
    picture: marksPicture(
      launches.map(({ at }) => at),
      now,
      now + days(LAUNCH_DAYS),
      `Launches of the next ${LAUNCH_DAYS} days`,
    ),
  }
}

/** Renders a countdown, which the script of the page keeps going. */
function timeLeft({ at, knownTo }: PlannedLaunch, now: number): Content {
  return knownTo === 'time'
    ? html`<span data-until="${iso(at)}">${distanceOf(at, now)}</span>`
    : `about ${formatDay(at)}`
}

function alertTile({ alerts, alertsSince, now }: HomeFacts): Tile {
  const event = gravestEvent(foldAlerts(alerts), now)
  const pill =
    event &&
    event.scale !== null &&
    html`<span class="pill ${levelClass(event.scale)}">${event.scale}</span> `
  return {
    name: 'Alerts',
    page: 'alerts',
    path: '/v1/alerts',
    value: event ? html`<span class="sentence">${pill}${eventWords(event, now)}</span>` : 'none',
    note: event
      ? html`${relativeTime(Date.parse(event.newest.timestamp), now)}; highest level of each of ${ALERT_DAYS} days:`
      : noneSince(alertsSince, now),
    picture: levelPicture(alerts, ALERT_DAYS, now),
  }
}

function noneSince(since: number | null, now: number): string {
  if (since === null) return 'Not checked yet'
  return since <= now - days(ALERT_DAYS) ? `In the last ${ALERT_DAYS} days` : `Since ${formatDateTime(since)}`
}

function shellTile({ run }: HomeFacts): Tile {
  const common = { name: 'Debris density', page: 'debris', path: '/shell/density/{alt}' }
  if (!run) return { ...common, value: null }
  const profile = densityByShell(run)
  const most = Math.max(...profile)
  const { lowerKm, upperKm } = shellEdgesKm(run.grid, profile.indexOf(most))
  return {
    ...common,
    value: html`${formatPerBillionKm3(most)} <small>per billion km³</small>`,
    note: `At ${lowerKm}–${upperKm} km, the densest of ${profile.length} shells`,
    picture: profilePicture(profile),
  }
}

function objectTile({ run, now }: HomeFacts, root: string): Tile {
  const common = { name: 'Objects in orbit', page: 'globe', path: '/v1/objects/{norad_id}' }
  if (!run) return { ...common, value: null }
  return {
    ...common,
    value: html`${groupThousands(run.counts.catalogue)} <small>catalogued</small>`,
    note: html`${leftOutWords(run.counts)}, ${relativeTime(run.fetchedAt, now)}`,
    picture: html`<img src="${root}globe/still.svg" alt="The objects around the Earth" loading="lazy" width="480" height="480">`,
  }
}
