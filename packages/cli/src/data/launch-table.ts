import { launchTime } from '@space-data/charts/text'
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

/** Prints launches. On a narrow terminal, only the time shows the precision. */
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

/** Formats the planned time no more precisely than it is known: `in 3 h, 2026-11-26T05:37Z`, `Q1 2027`. */
export function formatNet({ net, net_precision }: LaunchRow, now = Date.now()): string {
  if (net === null) return '–'
  const { knownTo, text } = launchTime({ net, net_precision })
  return knownTo === 'time' ? formatMoment(net, '–', now) : text
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
