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
  /** A hint about feeds that the table does not show. */
  readonly note?: string | undefined
}

/** Returns the names of feeds that are down, and of feeds that failed last but still have valid data. */
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

/** Options of the table. */
export interface TableView {
  /** Width in characters; instants are shorter on a narrow screen. */
  readonly columns: number
  /** Whether to show working feeds, too. */
  readonly showsAll: boolean
}

/** How many rows a table leaves out, by their state. */
export interface LeftOut {
  readonly operational: number
  readonly unknown: number
  /** Fallbacks that were not queried and are not needed. */
  readonly idle: number
}

/**
 * Returns a row for each upstream that has a problem or whose main feed has one, and for the nightly job
 * unless it succeeded, worst first; and the number of rows left out.
 */
export function statusTable(
  { envelope, shells, check }: StatusView,
  { columns: room, showsAll }: TableView,
): { readonly titles: string[]; readonly rows: Cell[][]; readonly leftOut: LeftOut } {
  const listed = envelope.data.upstreams
  const upstreams = listed.map((row) => ({ ...toUpstreamRow(row, check), isShown: isShown(row, listed) }))
  const job = toJobRow(shells)
  const jobs = isMirrorStatus(envelope)
    ? []
    : [{ ...job, isShown: job.status !== 'operational' || shells.running !== null }]
  const all = [...upstreams, ...jobs].sort((one, other) => SEVERITY[one.status] - SEVERITY[other.status])
  const hidden = showsAll ? [] : all.filter((row) => !row.isShown)
  const count = (isCounted: (row: (typeof all)[number]) => boolean) => hidden.filter(isCounted).length
  const idle = count(({ isFallback, status }) => isFallback && status === 'unknown')
  return {
    titles: COLUMNS.map(({ title }) => title),
    rows: all.filter((row) => !hidden.includes(row)).map((row) => COLUMNS.map(({ cell }) => cell(row, room))),
    leftOut: {
      operational: count(({ status }) => status === 'operational'),
      unknown: count(({ status }) => status === 'unknown') - idle,
      idle,
    },
  }
}

/** The order of the rows. */
const SEVERITY: Readonly<Record<State, number>> = { down: 0, degraded: 1, unknown: 2, operational: 3 }

/** Returns whether a feed has a problem, or replaces a feed that has one. */
function isShown(row: UpstreamRow, rows: readonly UpstreamRow[]): boolean {
  const main = rows.find(({ id }) => id === row.fallback_of)
  return !isHealthy(row) || (main !== undefined && !isHealthy(main))
}

/** Returns whether a feed has no known problem. */
function isHealthy({ status, consecutive_failures }: UpstreamRow): boolean {
  return (status === 'operational' || status === 'unknown') && consecutive_failures === 0
}

interface Row {
  readonly name: string
  readonly isFallback: boolean
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
  const { id, fallback_of, status, latency_ms, last_ok_at, data_as_of, error } = upstream
  return {
    name: id,
    isFallback: fallback_of !== null,
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
    isFallback: false,
    status,
    lastSuccess: run?.computedAt ?? null,
    newest: run?.fetchedAt ?? null,
    latency: job?.finishedAt ? durationText(job.finishedAt - job.startedAt) : '-',
    problem: detail,
    failingSince: null,
  }
}
