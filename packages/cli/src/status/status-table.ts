import type { ShellStatus } from '@space-data/core/debris'
import type { CheckReport, CheckStatus, StatusReport } from '@space-data/core/upstreams'
import type { Envelope } from '#instance/operator-request'
import type { Style, Styled } from '#kit/colors'
import { type Cell, formatInteger } from '#kit/print'
import { durationText, formatAgo, formatMoment } from '#kit/times'
import { shellJobState } from '#status/shell-job-state'

type State = StatusReport['status']
type UpstreamRow = StatusReport['upstreams'][number]

/** The state of all upstreams and jobs at one moment. */
export interface StatusView {
  readonly envelope: Pick<Envelope<StatusReport>, 'data'>
  readonly shells: ShellStatus
  readonly check: CheckStatus
  /** Report of a check that has just run. */
  readonly report?: CheckReport
  /** A hint at feeds that the table does not show. */
  readonly note?: string | undefined
}

/** Returns the names of what is down and of what failed last while its data are still valid. */
export function findProblems({ envelope, shells }: StatusView): { down: string[]; failing: string[] } {
  const { upstreams } = envelope.data
  const isDown = ({ status }: UpstreamRow) => status === 'down'
  const down = upstreams.filter(isDown).map(({ id }) => id)
  const failing = upstreams.filter((row) => !isDown(row) && row.consecutive_failures > 0).map(({ id }) => id)
  const isJobDown = !isMirrorStatus(envelope) && shellJobState(shells).status === 'down'
  return { down: isJobDown ? [...down, SHELL_JOB] : down, failing }
}

/** Whether this is a mirror's status: all its upstreams are its central instance. */
export function isMirrorStatus({ data }: Pick<Envelope<StatusReport>, 'data'>): boolean {
  return data.upstreams.every(({ id }) => id.startsWith('central-'))
}

const SHELL_JOB = 'shell-job'

/** What fits on the screen, and what to show there. */
export interface TableSpace {
  /** Width in characters; instants are shorter on a narrow screen. */
  readonly columns: number
  /** Height in lines. If there are more rows, healthy ones are left out, and one line says so. */
  readonly lines: number
  /** Whether to show fallbacks that are idle. */
  readonly showsIdle: boolean
}

/** Returns a row for each upstream and for the nightly job, and how many were left out and why. */
export function statusTable(
  { envelope, shells, check }: StatusView,
  { columns: room, lines, showsIdle }: TableSpace,
): { readonly titles: string[]; readonly rows: Cell[][]; readonly leftOut: number; readonly idle: number } {
  const listed = envelope.data.upstreams
  const shown = showsIdle ? listed : listed.filter((row) => !isIdleFallback(row, listed))
  const upstreams = shown.map((row) => toUpstreamRow(row, check))
  const all = isMirrorStatus(envelope) ? upstreams : [...upstreams, toJobRow(shells)]
  const rows = all.length > lines ? dropHealthyRows(all, all.length - (lines - 1)) : all
  return {
    titles: COLUMNS.map(({ title }) => title),
    rows: rows.map((row) => COLUMNS.map(({ cell }) => cell(row, room))),
    leftOut: all.length - rows.length,
    idle: listed.length - shown.length,
  }
}

/** Returns whether a row is a fallback that nobody needs: neither it nor its main feed has a problem. */
function isIdleFallback(row: UpstreamRow, rows: readonly UpstreamRow[]): boolean {
  const main = rows.find(({ id }) => id === row.fallback_of)
  return main !== undefined && isHealthy(main) && isHealthy(row)
}

/** Returns whether nothing is known to be wrong with a feed. */
function isHealthy({ status, consecutive_failures }: UpstreamRow): boolean {
  return (status === 'operational' || status === 'unknown') && consecutive_failures === 0
}

/** Removes `excess` rows from the end, healthy or unknown ones only. */
function dropHealthyRows(rows: readonly Row[], excess: number): Row[] {
  const well = rows.filter(({ status }) => status === 'operational' || status === 'unknown')
  const leftOut = new Set(well.slice(Math.max(0, well.length - excess)))
  return rows.filter((row) => !leftOut.has(row))
}

interface Row {
  readonly name: string
  readonly status: State
  readonly lastSuccess: string | number | null
  readonly newest: string | number | null
  readonly latency: string
  readonly problem: string
  /** Start of the failure in epoch milliseconds. */
  readonly failingSince: number | null
}

const COLUMNS: readonly {
  readonly title: string
  readonly cell: (row: Row, room: number) => Cell
}[] = [
  { title: 'UPSTREAM', cell: ({ name }) => name },
  { title: 'STATE', cell: ({ status }) => statusCell(status) },
  {
    title: 'LAST SUCCESS',
    cell: ({ lastSuccess }, room) =>
      room < 120 ? formatAgo(lastSuccess, '-') : formatMoment(lastSuccess, '-'),
  },
  { title: 'NEWEST VALUE', cell: ({ newest }) => formatAgo(newest, '-') },
  { title: 'LATENCY', cell: ({ latency }) => latency },
  { title: 'PROBLEM', cell: problemCell },
]

export const STYLES: Readonly<Record<State, Style>> = {
  operational: 'success',
  degraded: 'warning',
  down: 'error',
  unknown: 'muted',
}

function statusCell(status: State): Styled {
  return { text: `${status === 'unknown' ? '○' : '●'} ${status}`, style: STYLES[status] }
}

/** Formats `HTTP 503, down since 12 min ago, 2026-11-20T22:31Z`. */
function problemCell({ problem, status, failingSince }: Row, room: number): string {
  if (failingSince === null) return problem
  const since = room < 120 ? formatAgo(failingSince, '-') : formatMoment(failingSince, '-')
  return `${problem}, ${status === 'down' ? 'down' : 'failing'} since ${since}`
}

function toUpstreamRow(upstream: UpstreamRow, { failingSince }: CheckStatus): Row {
  const { id, status, latency_ms, last_ok_at, data_as_of, error } = upstream
  return {
    name: id,
    status,
    lastSuccess: last_ok_at,
    newest: data_as_of,
    latency: latency_ms === null ? '-' : `${formatInteger(latency_ms)} ms`,
    problem: error ?? MESSAGES[status],
    failingSince: failingSince[id] ?? null,
  }
}

const MESSAGES: Readonly<Record<State, string>> = {
  operational: '-',
  degraded: 'newest value is late',
  down: 'no response',
  unknown: 'not queried yet',
}

/** The nightly job as a row: the newest value is its catalogue, the latency its duration. */
function toJobRow(shells: ShellStatus): Row {
  const { run, job } = shells
  const { status, detail } = shellJobState(shells)
  return {
    name: SHELL_JOB,
    status,
    lastSuccess: run?.computedAt ?? null,
    newest: run?.fetchedAt ?? null,
    latency: job?.finishedAt ? durationText(job.finishedAt - job.startedAt) : '-',
    problem: detail,
    failingSince: null,
  }
}
