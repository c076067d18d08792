import type { FeedState } from '#describe/feed-state'
import { debrisSection } from '#pages/debris-section'
import { feedList, tallyOf } from '#pages/feed-list'
import { framed, type HtmlPage } from '#pages/frame'
import { type Content, html } from '#pages/html'
import { minuteOf, moment } from '#pages/moment'
import { stateMark } from '#pages/state-mark'
import type { StatusFacts } from '#pages/status-facts'
import { weatherCards } from '#pages/weather-cards'
import type { ShellJobFacts } from '#store/shell-job'
import { seconds } from '#time'

const HEADLINES: Readonly<Record<FeedState, string>> = {
  operational: 'All is well',
  degraded: 'Some data are late or missing',
  down: 'Most data are unavailable',
  unknown: 'Nothing has been asked yet',
}

/** How long the status is valid: shown to people, and told to programs. */
export const VALID_MS = seconds(30)
const SOON_MS = seconds(2)

/** The status as a page; `root` is what every link begins with. */
export function statusPage(facts: StatusFacts, root: string): HtmlPage {
  const { report, now, shellJob, isStoreFailing } = facts
  const { status, upstreams } = report
  const states = upstreams.map((row) => row.status)
  const headline = headlineOf(status, states)
  const page = framed({
    title: `Status: ${headline}`,
    root,
    current: 'status',
    sourceNote: facts.sourceNote,
    main: html`<header class="hero ${status}">${stateMark(status)}<div><h1>${headline}</h1>
<p>${states.length} feeds: ${tallyOf(states)}${shellJob?.job?.ok === false && '; the nightly shell job failed'}${isStoreFailing && '; the store cannot be read'}</p>
<p class="muted">As of <time datetime="${new Date(now).toISOString()}">${minuteOf(now)}</time>. ${verification(facts)}</p></div></header>
${weatherCards(facts)}${feedList(facts)}${!facts.isMirror && debrisSection(facts, root)}`,
  })
  return { ...page, ...(shellJob && { validMs: validMsOf(shellJob, now) }) }
}

function headlineOf(status: FeedState, states: readonly FeedState[]): string {
  const asked = states.filter((state) => state !== 'unknown')
  if (status === 'operational' && asked.length < states.length) return 'All that was asked is well'
  if (status === 'down' && asked.every((state) => state === 'down')) return 'No upstream can be reached'
  return HEADLINES[status]
}

/** A run that is under way is shown as it is, and one that is about to begin is not missed. */
function validMsOf({ running, next_run_at }: ShellJobFacts, now: number): number {
  return running ? SOON_MS : Math.min(VALID_MS, Math.max(SOON_MS, next_run_at - now))
}

function verification({ report, now, isMirror }: StatusFacts): Content {
  if (isMirror) return 'A mirror: its central instance verifies the upstreams and counts the shells.'
  const { checked_at, next_check_at } = report
  if (checked_at === null) return 'Never verified as a whole: a running server does so every week.'
  const next = next_check_at !== null && html`next ${moment(Date.parse(next_check_at), now)}.`
  return html`Verified as a whole ${moment(Date.parse(checked_at), now)}; ${next}`
}
