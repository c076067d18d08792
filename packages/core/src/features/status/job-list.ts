import { type Content, type Html, html } from '#features/shared/page/html'
import { relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import type { HealthFacts } from '#features/status/health-facts'

/** Renders the jobs of the features and the full check, a line each. */
export function jobList(facts: HealthFacts): Html {
  const lines = facts.shown.flatMap(({ line }) => line ?? [])
  return html`<section aria-labelledby="jobs"><h2 id="jobs">Jobs</h2>
<dl class="jobs card">${[...lines, { name: 'Full check of all feeds', words: checkWords(facts) }].map(
    ({ name, words }) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`,
  )}</dl></section>`
}

function checkWords({ report, now, isMirror, isStoreFailing }: HealthFacts): Content {
  if (isMirror) return 'This is a mirror: its central instance checks the upstreams and computes the shells.'
  if (isStoreFailing) return 'Unknown while the store is unavailable.'
  const { checked_at, next_check_at } = report
  if (checked_at === null)
    return 'No full check yet. The first runs five minutes after a server’s start, then weekly.'
  return html`Last ${relativeAndAbsoluteTime(Date.parse(checked_at), now)}.${next_check_at !== null && html` Next ${relativeAndAbsoluteTime(Date.parse(next_check_at), now)}.`}`
}
