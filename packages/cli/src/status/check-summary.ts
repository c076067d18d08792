import type { CheckStatus } from '@space-data/core/upstreams'
import { formatMoment } from '#kit/times'

/** Describes the last full check and when the next one is due. */
export function describeCheck({ last, nextCheckAt, running }: CheckStatus): string {
  if (running)
    return `Checking all upstreams: ${running.instanceName}, started ${formatMoment(running.since, '-')}`
  if (!last) return 'No full check yet: servers run one weekly; to run one now, use status --check'
  const faulty = last.upstreams.filter(({ status }) => status !== 'operational').length
  const found = faulty === 0 ? 'no problems' : `${faulty} of ${last.upstreams.length} upstreams had problems`
  return [
    `Last full check ${formatMoment(last.finishedAt, '-')}: ${found}`,
    `Next check ${describeNextCheck(nextCheckAt)}`,
  ].join('\n')
}

function describeNextCheck(at: number | null): string {
  return at !== null && at <= Date.now() ? 'as soon as a server runs jobs' : formatMoment(at, '-')
}
