import type { DayFacts } from '#features/pages/day-facts'
import { referenceLink } from '#features/pages/docs/operation-links'
import { help } from '#features/pages/help'
import { formatPfu } from '#features/pages/number-format'
import { type Html, html } from '#features/shared/page/html'
import { formatDay, formatTime, relativeTime } from '#features/shared/page/timestamps'
import { hours } from '#kernel/kit/time'

/** A number of the day. */
interface Entry {
  readonly name: string
  readonly meaning: string
  /** Absent if there is none now. */
  readonly value?: Html | undefined
  readonly note?: Html | string | undefined
}

/** Renders the daily measurements and counts, and the forecasts, as one row. */
export function dayStrip(day: DayFacts, now: number, root: string): Html {
  const entries = entriesOf(day, now)
  const meanings = html`<dl>${entries.map(({ name, meaning }) => html`<div><dt><b>${name}</b></dt><dd>${meaning}</dd></div>`)}</dl>
<p>All latest values in one response: <a href="${referenceLink(root, 'Space weather', 'getCurrentSpaceWeather')}"><code>/v1/space-weather/current</code></a></p>`
  return html`<section class="day-section has-help" aria-labelledby="day"><h2 id="day">The day in numbers</h2>${help('the numbers of the day', meanings)}
<dl class="day-strip card">${entries.map(({ name, value, note }) => html`<div><dt>${name}</dt><dd>${value ?? html`<strong>–</strong>`}</dd><dd class="sub">${value ? note : 'No value available now'}</dd></div>`)}</dl></section>`
}

function entriesOf(facts: DayFacts, now: number): Entry[] {
  const { flux, sunspots, aIndex, electrons, probabilities } = facts
  const [first] = probabilities?.days ?? []
  return [
    {
      name: 'Radio flux (F10.7)',
      meaning:
        'Radio noise of the Sun at 10.7 cm, about 65 for a quiet Sun. It rises with the radiation that ' +
        'heats the high atmosphere. The mean covers 90 days.',
      value: flux && html`<strong>${Math.round(flux.flux_sfu)}</strong> sfu`,
      note:
        flux &&
        html`${relativeTime(Date.parse(flux.as_of), now)}${flux.mean_90_day_sfu !== null && `, mean ${Math.round(flux.mean_90_day_sfu)}`}`,
    },
    {
      name: 'Sunspot number',
      meaning: 'Spots and groups counted by NOAA. More spots mean more flares.',
      value: sunspots && html`<strong>${sunspots.sunspot_number ?? '–'}</strong>`,
      note:
        sunspots &&
        html`${formatDay(Date.parse(sunspots.day))}, flares: ${sunspots.flares_c ?? '–'} C, ${sunspots.flares_m ?? '–'} M, ${sunspots.flares_x ?? '–'} X`,
    },
    {
      name: 'A index',
      meaning: 'The eight K indices of a day as one linear figure: below 8 is quiet, from 30 is a storm.',
      value: aIndex && html`<strong>${aIndex.a_index}</strong>`,
      note: aIndex && `${formatDay(Date.parse(aIndex.day))}, estimated`,
    },
    {
      name: 'Electrons of 2 MeV',
      meaning: 'In geostationary orbit. Above 1,000 pfu, the inside of satellites may become charged.',
      value: electrons && html`<strong>${formatPfu(electrons.flux_pfu)}</strong> pfu`,
      note: electrons && relativeTime(Date.parse(electrons.as_of), now),
    },
    {
      name: 'Flares expected',
      meaning:
        'NOAA’s probabilities of at least one flare of the class, and of a proton event, on the first day of ' +
        'the forecast.',
      value:
        first &&
        html`M <strong>${first.m_class_percent ?? '–'}</strong> % X <strong>${first.x_class_percent ?? '–'}</strong> %`,
      note: first && `Protons ${first.protons_percent ?? '–'} %`,
    },
    nextArrival(facts, now),
  ]
}

function nextArrival({ arrivals }: DayFacts, now: number): Entry {
  const next = arrivals?.arrivals.find(({ arrival_time }) => Date.parse(arrival_time) > now)
  const at = Date.parse(next?.arrival_time ?? '')
  return {
    name: 'Next arrival of a CME',
    meaning: 'Coronal mass ejection, by NASA’s WSA-Enlil model. The error is several hours.',
    value:
      arrivals &&
      (next
        ? html`<strong>${formatDay(at)} ${formatTime(at)}</strong>`
        : html`<strong>none</strong> predicted`),
    note:
      next &&
      html`${at - now > hours(1) ? `in ${Math.round((at - now) / hours(1))} h, ` : ''}± ${arrivals?.stated_error_hours ?? ''} h${next.kp_max !== null && `; Kp to ${next.kp_max}`}${next.glancing && ', glancing'}`,
  }
}
