import { runningWords } from '@space-data/charts/text'
import type { ShellJobFacts } from '#features/debris/night/shell-job'
import type { PagesContext } from '#features/pages/context'
import { type Html, html } from '#features/shared/page/html'
import { relativeAndAbsoluteTime } from '#features/shared/page/timestamps'
import { withStoreFallback } from '#kernel/storage/store-failure'

/** Facts for a page without shells to show. */
export interface NoShells {
  /** Epoch milliseconds. */
  readonly now: number
  /** State of the nightly job; `null` while the store is unavailable, and on a mirror. */
  readonly job: ShellJobFacts | null
  readonly isMirror: boolean
  readonly isStoreFailing: boolean
}

/** Reads the facts. */
export async function readNoShells({ settings, debris, now }: PagesContext): Promise<NoShells> {
  let isStoreFailing = false
  const job = settings.mirror
    ? null
    : await withStoreFallback<Promise<ShellJobFacts> | ShellJobFacts | null>(
        () => debris.shellJob.facts(),
        () => {
          isStoreFailing = true
          return null
        },
      )
  return { now: now(), job, isMirror: settings.mirror, isStoreFailing }
}

/** Renders why there are no shells, and when they will be computed. */
export function noShellsNotice({ job, now, isMirror, isStoreFailing }: NoShells): Html {
  if (isMirror)
    return notice(
      html`<strong>This is a mirror.</strong> Its central instance computes the shells and shows them at its own address.`,
    )
  if (isStoreFailing)
    return notice(html`<strong>The store is unavailable.</strong> The shells are stored in it.`)
  if (job?.running)
    return notice(
      html`<strong>No shells yet: ${runningWords(job.running)}.</strong> Reload this page in a few seconds.`,
    )
  const next = job && html` The next run starts ${relativeAndAbsoluteTime(job.nextRunAt, now)}.`
  return notice(
    html`<strong>No shells yet.</strong>${next} They are computed nightly at 03:17 UTC and shortly after the first start. To compute them now, run <code>space-data shell run</code>.`,
  )
}

function notice(text: Html): Html {
  return html`<div class="card empty-state"><p>${text}</p></div>`
}
