import type { InferOutput } from 'valibot'
import type { PagesContext } from '#features/pages/context'
import { referenceLink } from '#features/pages/docs/operation-links'
import { readInTime } from '#features/pages/live-values'
import { type Html, html } from '#features/shared/page/html'
import { relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import { threeDayForecast } from '#features/space-weather/bulletins/3-day-forecast'
import { discussion as discussionEndpoint } from '#features/space-weather/bulletins/discussion'
import type { EndpointCall } from '#kernel/endpoint/endpoint'

type Discussion = InferOutput<(typeof discussionEndpoint)['data']>
type Forecast = InferOutput<(typeof threeDayForecast)['data']>

/** The texts of NOAA's forecasters; omits a text that fails or takes longer than 1.5 s. */
export interface Bulletins {
  readonly discussion: Discussion | undefined
  readonly forecast: Forecast | undefined
}

/** Reads the texts through the caches of their paths. */
export async function readBulletins(call: EndpointCall<PagesContext>): Promise<Bulletins> {
  const [discussion, forecast] = await Promise.all([
    readInTime(discussionEndpoint, call),
    readInTime(threeDayForecast, call),
  ])
  return { discussion, forecast }
}

/** Renders the texts, folded: the discussion by topic, the forecast as it was written. */
export function bulletins({ discussion, forecast }: Bulletins, now: number, root: string): Html {
  const issued = ({ issued_at }: { readonly issued_at: string }) =>
    html`<span class="muted">issued ${relativeAndAbsoluteTime(Date.parse(issued_at), now)}</span>`
  const none = html`<span class="muted">not available now</span>`
  return html`<article class="card bulletins"><h3>In the words of the forecasters</h3>
<details><summary>Discussion, ${discussion ? issued(discussion) : none}</summary>${discussion?.sections.map(section)}
<p class="when"><a href="${referenceLink(root, 'Space weather', 'getDiscussion')}">As data or text</a></p></details>
<details><summary>3-day forecast, ${forecast ? issued(forecast) : none}</summary>${forecast && html`<pre tabindex="0">${forecast.text}</pre>`}
<p class="when"><a href="${referenceLink(root, 'Space weather', 'getThreeDayForecast')}">As data or text</a></p></details></article>`
}

function section({ topic, summary, forecast }: Discussion['sections'][number]): Html {
  return html`<h4>${topic}</h4>${summary !== null && html`<p>${summary}</p>`}${forecast !== null && html`<p><b>Forecast:</b> ${forecast}</p>`}`
}
