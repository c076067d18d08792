import type { CheckStatus } from '@space-data/core'
import { momentOf } from '#times'

/** When the upstreams were verified last, what that found, and when they will be again; one line. */
export function checkWords({ last, next_check_at, running }: CheckStatus): string {
  if (running)
    return `All upstreams are being verified by ${running.who} since ${momentOf(running.since, '-')}`
  if (!last) return 'Never verified as a whole: a server does it every week, status --check now'
  const faulty = last.upstreams.filter(({ status }) => status !== 'operational').length
  const found = faulty === 0 ? 'all was well' : `${faulty} of ${last.upstreams.length} were not well`
  return [
    `Verified as a whole ${momentOf(last.ended_at, '-')}: ${found}`,
    `Next time ${nextOf(next_check_at)}`,
  ].join('\n')
}

function nextOf(at: number | null): string {
  return at !== null && at <= Date.now() ? 'as soon as a server runs its jobs' : momentOf(at, '-')
}
