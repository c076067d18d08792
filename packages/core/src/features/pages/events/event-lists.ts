import { groupThousands } from '@space-data/charts/text'
import { levelPill } from '#features/pages/level-style'
import { scaleStepOf } from '#features/pages/noaa-scales'
import { type Content, type Html, html } from '#features/shared/page/html'
import { formatDateTime, relativeTime } from '#features/shared/page/timestamps'
import type { SolarEvent } from '#features/space-weather/events/solar-event'
import { flareClassFlux, geomagneticStorms, radioBlackouts } from '#features/space-weather/scales/noaa-scales'

/** Renders the coronal mass ejections that are predicted to arrive after now as one line with ranges. */
export function arrivalsAhead(events: readonly SolarEvent[], now: number): Html | null {
  const coming = events
    .flatMap(({ earth_impact, speed_km_s }) => {
      const at = Date.parse(earth_impact?.arrival_time ?? '')
      return at > now ? { at, kp: earth_impact?.kp_max ?? null, speed: speed_km_s } : []
    })
    .sort((a, b) => a.at - b.at)
  const [next, last] = [coming[0], coming.at(-1)]
  if (!next || !last) return null
  const kps = coming.flatMap(({ kp }) => kp ?? [])
  const speeds = coming.flatMap(({ speed }) => (speed === null ? [] : Math.round(speed)))
  const times = last === next ? '' : html` to ${formatDateTime(last.at)}`
  return html`<section aria-labelledby="arrivals"><h2 id="arrivals">On the way to the Earth</h2>
<div class="card arrivals"><p class="value"><strong>${relativeTime(next.at, now)}</strong> ${coming.length === 1 ? '1 ejection' : `${coming.length} ejections`}: ${formatDateTime(next.at)}${times}</p>
<p class="muted">${kps.length > 0 && html`Kp up to ${rangeOf(kps)} ${levelPill(scaleStepOf(geomagneticStorms, Math.max(...kps)))}, `}${speeds.length > 0 && `${rangeOf(speeds)} km/s. `}Predicted by NASA’s model, commonly with an error of half a day.</p></div></section>`
}

/** Formats the least and the greatest value, or the one value: `1,010–1,550`. */
function rangeOf(values: readonly number[]): string {
  const ends = new Set([Math.min(...values), Math.max(...values)])
  return [...ends].map(groupThousands).join('–')
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
      'Speed, km/s': ({ speed_km_s }) => (speed_km_s === null ? '–' : groupThousands(Math.round(speed_km_s))),
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
