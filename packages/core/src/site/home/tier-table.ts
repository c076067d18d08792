import { groupThousands } from '@space-data/charts/text'
import { type Html, html } from '#endpoint/page/html'
import type { Settings } from '#kit/environment'

/** Renders the tiers with their prices and limits, from the table that `/ref/tiers` serves. */
export function tierTable(tiers: Settings['tiers'], root: string): Html {
  return html`<section aria-labelledby="tiers"><h2 id="tiers">Tiers</h2>
<div class="tiers" tabindex="0" role="group" aria-labelledby="tiers"><table><thead><tr><th scope="col">Tier</th><th scope="col">US dollars</th><th scope="col">Requests a day</th><th scope="col">Keys</th></tr></thead>
<tbody>${[...tiers].map(
    ([name, { price, requestsPerDay, keys }]) =>
      html`<tr><th scope="row">${name}</th><td>${price}</td><td>${requestsPerDay === null ? 'unlimited' : groupThousands(requestsPerDay)}</td><td>${keys === null ? 'not fixed' : String(keys)}</td></tr>`,
  )}</tbody></table></div>
<p class="muted">All limits: <a href="${root}ref/tiers"><code>/ref/tiers</code></a>.</p></section>`
}
