import type { EndpointHealth } from '#features/status/endpoint-health'
import { dayOutcomes } from '#features/status/uptime'
import type { CheckReport } from '#features/upstream-check/check-reports'
import { days, utcDay } from '#kernel/kit/time'

/** A run of consecutive UTC days on which data of an endpoint were missing. */
export interface Incident {
  readonly name: string
  /** The first and the last day, such as `2026-11-21`. */
  readonly firstDay: string
  readonly lastDay: string
  readonly total: number
  readonly lost: number
}

/** The share of requests that have to fail on a day for it to count as an incident. */
const INCIDENT_SHARE = 0.05

/**
 * Returns the incidents of the last year, the latest first: from the requests of the last 90 days and, before
 * them, from the full checks. A check that found all feeds of a chain down counts as one failed request.
 */
export function findIncidents(
  endpoints: readonly EndpointHealth[],
  checks: readonly CheckReport[],
): readonly Incident[] {
  return endpoints
    .flatMap(({ name, chains }) => {
      const requests = dayOutcomes(chains)
      const first = requests[0]?.period
      const failedChecks = checks.flatMap((check) => {
        const day = utcDay(check.startedAt)
        const isDown = chains.some(({ main, fallbacks }) => isChainDown(check, [main, ...fallbacks]))
        return isDown && (first === undefined || day < first) ? [{ day, total: 1, lost: 1 }] : []
      })
      const bad = requests
        .filter(({ total, lost }) => lost > 0 && lost >= total * INCIDENT_SHARE)
        .map(({ period, ...counts }) => ({ day: period, ...counts }))
      return joinDays(name, [...failedChecks, ...bad])
    })
    .sort((a, b) => (a.lastDay === b.lastDay ? 0 : a.lastDay < b.lastDay ? 1 : -1))
}

function isChainDown({ upstreams }: CheckReport, feeds: readonly { row: { id: string } }[]): boolean {
  const found = upstreams.filter(({ id }) => feeds.some(({ row }) => row.id === id))
  return found.length > 0 && found.every(({ status }) => status === 'down')
}

type BadDay = Omit<Incident, 'name' | 'firstDay' | 'lastDay'> & { readonly day: string }

function joinDays(name: string, bad: readonly BadDay[]): Incident[] {
  const incidents: Incident[] = []
  for (const { day, total, lost } of bad) {
    const last = incidents.at(-1)
    if (last && Date.parse(day) - Date.parse(last.lastDay) <= days(1)) {
      incidents.splice(-1, 1, { ...last, lastDay: day, total: last.total + total, lost: last.lost + lost })
    } else {
      incidents.push({ name, firstDay: day, lastDay: day, total, lost })
    }
  }
  return incidents
}
