import { type Content, type Html, html } from '#endpoint/page/html'
import { formatDateTime, relativeTime } from '#endpoint/page/timestamps'
import { levelPill } from '#site/level-style'
import { scaleStepOf } from '#site/noaa-scales'
import type { SolarEvent } from '#space-weather/events/solar-event'
import { flareClassFlux, geomagneticStorms, radioBlackouts } from '#space-weather/reference/scales'

/** Renders the coronal mass ejections that are predicted to arrive after now, the next one first. */
export function arrivalCards(events: readonly SolarEvent[], now: number): Html | null {
  const coming = events
    .flatMap((event) => {
      const at = Date.parse(event.earth_impact?.arrival_time ?? '')
      return at > now ? { event, at } : []
    })
    .sort((a, b) => a.at - b.at)
  if (coming.length === 0) return null
  return html`<section aria-labelledby="arrivals"><h2 id="arrivals">On the way to the Earth</h2>
<p class="intro">Predicted by NASA’s model, commonly with an error of half a day.</p>
<ul class="arrivals">${coming.map(({ event, at }) => arrivalCard(event, at, now))}</ul></section>`
}

function arrivalCard({ start_time, speed_km_s, earth_impact }: SolarEvent, at: number, now: number): Html {
  const kp = earth_impact?.kp_max ?? null
  const speed = speed_km_s === null ? null : `${Math.round(speed_km_s)} km/s`
  const facts = [speed, earth_impact?.glancing && 'glancing blow'].filter(Boolean).join(', ')
  return html`<li class="card"><p class="muted">CME of ${formatDateTime(Date.parse(start_time))}</p>
<p class="value"><strong>${relativeTime(at, now)}</strong></p><p>${formatDateTime(at)}${facts && `, ${facts}`}</p>
${kp !== null && html`<p class="muted">Kp up to ${kp} ${levelPill(scaleStepOf(geomagneticStorms, kp))}</p>`}</li>`
}

/** Renders the events of each kind as a table, newest first. */
export function eventTables(events: readonly SolarEvent[]): Html {
  const of = (kind: SolarEvent['kind']) => events.filter((event) => event.kind === kind)
  return html`${[
    table('flares', 'Flares', of('flare'), {
      Peak: ({ peak_time, start_time }) => formatDateTime(Date.parse(peak_time ?? start_time)),
      Class: ({ flare_class }) =>
        flare_class === null
          ? '–'
          : html`${flare_class} ${levelPill(scaleStepOf(radioBlackouts, flareClassFlux(flare_class)))}`,
      'Active region': regionOf,
      Position: ({ source_location }) => source_location ?? '–',
    }),
    table('cmes', 'Coronal mass ejections', of('cme'), {
      Start: startOf,
      'Speed, km/s': ({ speed_km_s }) => (speed_km_s === null ? '–' : String(Math.round(speed_km_s))),
      'Arrival at the Earth': ({ earth_impact }) =>
        earth_impact
          ? `${formatDateTime(Date.parse(earth_impact.arrival_time))}${earth_impact.glancing ? ', glancing' : ''}`
          : 'none predicted',
      'Kp up to': ({ earth_impact }) => String(earth_impact?.kp_max ?? '–'),
      Position: ({ source_location }) => source_location ?? '–',
    }),
    table('seps', 'Solar energetic particles', of('sep'), {
      Start: startOf,
      Instruments: ({ instruments }) => instruments.join(', ') || '–',
    }),
  ]}`
}

type Columns = Readonly<Record<string, (event: SolarEvent) => Content>>

const startOf = ({ start_time }: SolarEvent) => formatDateTime(Date.parse(start_time))
const regionOf = ({ active_region }: SolarEvent) => (active_region === null ? '–' : `AR ${active_region}`)

function table(id: string, title: string, events: readonly SolarEvent[], columns: Columns): Html {
  const names = Object.keys(columns)
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title} <span class="tally">${events.length}</span></h2>
${
  events.length === 0
    ? html`<p class="muted">None in the last 7 days.</p>`
    : html`<div class="card rows" tabindex="0" role="group" aria-labelledby="${id}"><table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">Record</th></tr></thead>
<tbody>${events.map((event) => html`<tr id="${event.id}">${Object.values(columns).map((cell) => html`<td>${cell(event)}</td>`)}<td>${event.url === null ? '–' : html`<a href="${event.url}">${sourceOf(event.url)}</a>`}</td></tr>`)}</tbody></table></div>`
}</section>`
}

function sourceOf(url: string): string {
  return url.includes('swpc.noaa.gov') ? 'SWPC' : 'DONKI'
}
