import type { Style, Styled } from '#kit/colors'
import { printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

/** The part of a launch of the API that is printed. */
export interface LaunchRow {
  readonly name: string
  readonly status: string
  readonly net: string | null
  readonly net_precision: string | null
}

/** Prints launches; a narrow terminal has the precision in the time alone. */
export function printLaunches(launches: readonly LaunchRow[], terminal: Terminal): Promise<void> {
  return printTable(
    ['NET', 'PRECISION', 'STATUS', 'LAUNCH'],
    launches.map((launch) => [
      formatNet(launch),
      launch.net_precision ?? '–',
      statusCell(launch.status),
      launch.name,
    ]),
    terminal,
    { leaving: ['PRECISION'], whole: ['NET', 'STATUS'] },
  )
}

/** The part of an ISO 8601 day that is known, by precision; finer ones are given to the minute. */
const KNOWN: Readonly<Record<string, (day: string, month: number) => string>> = {
  month: (day) => day.slice(0, 7),
  quarter: (day, month) => `${day.slice(0, 4)} Q${Math.ceil(month / 3)}`,
  half: (day, month) => `${day.slice(0, 4)} H${Math.ceil(month / 6)}`,
  year: (day) => day.slice(0, 4),
}

/** Formats the planned time no more precisely than it is known: `in 3 h, 2026-11-26T05:37Z`, `2027 Q1`. */
export function formatNet({ net, net_precision: precision }: LaunchRow, now = Date.now()): string {
  if (net === null) return '–'
  const known = KNOWN[precision ?? '']
  if (known) return known(net, Number(net.slice(5, 7)))
  const moment = formatMoment(net, '–', now)
  return precision === 'day' ? moment.replace(/T.*/, '') : moment
}

const STYLES: Readonly<Record<string, Style>> = {
  go: 'success',
  success: 'success',
  in_flight: 'success',
  hold: 'warning',
  partial_failure: 'warning',
  failure: 'error',
}

function statusCell(status: string): Styled {
  return { text: status, style: STYLES[status] ?? 'plain' }
}
