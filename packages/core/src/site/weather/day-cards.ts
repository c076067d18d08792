import { type Html, html } from '#endpoint/page/html'
import { formatDateTime, relativeAndAbsoluteTime } from '#endpoint/page/timestamps'
import { hours } from '#kit/time'
import type { DayFacts } from '#site/day-facts'
import { formatPfu } from '#site/number-format'

/** A number of the day. */
interface Card {
  readonly name: string
  readonly meaning: string
  /** Absent if there is none now. */
  readonly value?: Html | undefined
  readonly when?: Html | undefined
}

/** Renders the daily measurements and counts, and the forecasts. */
export function dayCards(day: DayFacts, now: number, root: string): Html {
  return html`<section aria-labelledby="day"><h2 id="day">The day in numbers</h2>
<div class="day-cards">${cardsOf(day, now).map(card)}</div>
<p class="when">All latest values in one response: <a href="${root}docs#getCurrentSpaceWeather"><code>/v1/space-weather/current</code></a></p></section>`
}

function card({ name, meaning, value, when }: Card): Html {
  return html`<article class="card"><h3>${name}</h3><p class="reading">${value ?? html`<strong>–</strong> <span class="muted">No value available now.</span>`}</p>
<p class="meaning">${meaning}</p>${when && html`<p class="when">${when}</p>`}</article>`
}

function cardsOf(facts: DayFacts, now: number): Card[] {
  const { flux, sunspots, aIndex, electrons, probabilities } = facts
  const [first] = probabilities?.days ?? []
  return [
    {
      name: 'Radio flux (F10.7)',
      meaning:
        'Radio noise of the Sun at 10.7 cm, about 65 for a quiet Sun. It rises with the radiation that ' +
        'heats the high atmosphere.',
      value: flux && html`<strong>${Math.round(flux.flux_sfu)}</strong> sfu`,
      when:
        flux &&
        html`${relativeAndAbsoluteTime(Date.parse(flux.as_of), now)}${flux.mean_90_day_sfu !== null && html`; mean of 90 days ${Math.round(flux.mean_90_day_sfu)}`}`,
    },
    {
      name: 'Sunspot number',
      meaning: 'Spots and groups counted by NOAA. More spots mean more flares.',
      value: sunspots && html`<strong>${sunspots.sunspot_number ?? '–'}</strong>`,
      when:
        sunspots &&
        html`of ${sunspots.day}; flares: ${sunspots.flares_c ?? '–'} C, ${sunspots.flares_m ?? '–'} M, ${sunspots.flares_x ?? '–'} X`,
    },
    {
      name: 'A index',
      meaning: 'The eight K indices of a day as one linear figure: below 8 is quiet, from 30 is a storm.',
      value: aIndex && html`<strong>${aIndex.a_index}</strong>`,
      when: aIndex && html`of ${aIndex.day}, estimated`,
    },
    {
      name: 'Electrons of 2 MeV',
      meaning: 'In geostationary orbit. Above 1,000 pfu, the inside of satellites may become charged.',
      value: electrons && html`<strong>${formatPfu(electrons.flux_pfu)}</strong> pfu`,
      when: electrons && relativeAndAbsoluteTime(Date.parse(electrons.as_of), now),
    },
    {
      name: 'Flares expected',
      meaning: 'NOAA’s probabilities of at least one flare of the class, and of a proton event.',
      value:
        first &&
        html`M <strong>${first.m_class_percent ?? '–'}</strong> % X <strong>${first.x_class_percent ?? '–'}</strong> %`,
      when:
        first &&
        html`first day of the forecast dated ${probabilities?.date ?? ''}; protons ${first.protons_percent ?? '–'} %`,
    },
    arrivalCard(facts, now),
  ]
}

function arrivalCard({ arrivals }: DayFacts, now: number): Card {
  const next = arrivals?.arrivals.find(({ arrival_time }) => Date.parse(arrival_time) > now)
  const at = Date.parse(next?.arrival_time ?? '')
  return {
    name: 'Next arrival at Earth',
    meaning: 'Coronal mass ejection, by NASA’s WSA-Enlil model. The error is several hours.',
    value:
      arrivals &&
      (next
        ? html`<strong class="instant">${formatDateTime(at)}</strong>`
        : html`<strong>none</strong> predicted`),
    when:
      next &&
      html`${at - now > hours(1) ? html`in ${Math.round((at - now) / hours(1))} h, ` : ''}± ${arrivals?.stated_error_hours ?? ''} h${next.kp_max !== null && html`; Kp up to ${next.kp_max}`}${next.glancing && ', a glancing blow'}`,
  }
}
