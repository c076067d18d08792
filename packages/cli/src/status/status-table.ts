import type { CheckReport, CheckStatus, ShellStatus } from '@space-data/core'
import type { Style, Styled } from '#paint'
import { type Cell, wholeOf } from '#print'
import { jobStateOf } from '#shell-job'
import { agoOf, momentOf, spanOf } from '#times'

type State = 'operational' | 'degraded' | 'down' | 'unknown'

/** What we print of the envelope of `/status`. */
export interface StatusEnvelope {
  readonly data: { readonly status: State; readonly upstreams: readonly UpstreamRow[] }
}

interface UpstreamRow {
  readonly id: string
  readonly status: State
  readonly latency_ms: number | null
  readonly last_ok_at: string | null
  readonly consecutive_failures: number
  readonly data_as_of: string | null
  readonly error: string | null
}

/** What is known at one moment. */
export interface Picture {
  readonly envelope: StatusEnvelope
  readonly shells: ShellStatus
  readonly check: CheckStatus
  /** What a check has just found. */
  readonly report?: CheckReport
}

/** What is wrong, by the names of the rows: what is down, and what failed last while its data are still valid. */
export function wrongIn({ envelope, shells }: Picture): { down: string[]; failing: string[] } {
  const { upstreams } = envelope.data
  const isDown = ({ status }: UpstreamRow) => status === 'down'
  const down = upstreams.filter(isDown).map(({ id }) => id)
  const failing = upstreams.filter((row) => !isDown(row) && row.consecutive_failures > 0).map(({ id }) => id)
  const isJobDown = !isOfMirror(envelope) && jobStateOf(shells).status === 'down'
  return { down: isJobDown ? [...down, SHELL_JOB] : down, failing }
}

/** Whether a mirror tells it: all that it asks is its central instance, which verifies the upstreams and counts the shells. */
export function isOfMirror({ data }: StatusEnvelope): boolean {
  return data.upstreams.every(({ id }) => id.startsWith('central-'))
}

const SHELL_JOB = 'shell-job'

/**
 * A row for each upstream and one for the nightly job, with the columns that a screen of `room` characters has room for; of more
 * rows than `lines` those that are well are left out, which takes a line of its own to say.
 */
export function statusTable(
  { envelope, shells, check }: Picture,
  room: number,
  lines: number,
): { readonly titles: string[]; readonly rows: Cell[][]; readonly leftOut: number } {
  const upstreams = envelope.data.upstreams.map((row) => upstreamRow(row, check))
  const all = isOfMirror(envelope) ? upstreams : [...upstreams, jobRow(shells)]
  const rows = all.length > lines ? withoutSomeWell(all, all.length - (lines - 1)) : all
  const columns = COLUMNS.filter(({ from = 0 }) => room >= from)
  return {
    titles: columns.map(({ title }) => title),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row, room))),
    leftOut: all.length - rows.length,
  }
}

/** The rows without so many of the last that nobody need worry about. */
function withoutSomeWell(rows: readonly Row[], excess: number): Row[] {
  const well = rows.filter(({ status }) => status === 'operational' || status === 'unknown')
  const leftOut = new Set(well.slice(Math.max(0, well.length - excess)))
  return rows.filter((row) => !leftOut.has(row))
}

interface Row {
  readonly name: string
  readonly status: State
  readonly lastGood: string | number | null
  readonly newest: string | number | null
  readonly took: string
  readonly words: string
  /** When it began to fail, epoch milliseconds. */
  readonly failingSince: number | null
}

/** What a screen has no room for is left out, from its width on. */
const COLUMNS: readonly {
  readonly title: string
  readonly from?: number
  readonly cell: (row: Row, room: number) => Cell
}[] = [
  { title: 'UPSTREAM', cell: ({ name }) => name },
  { title: 'STATE', cell: ({ status }) => stateCell(status) },
  {
    title: 'LAST GOOD',
    cell: ({ lastGood }, room) => (room < 120 ? agoOf(lastGood, '-') : momentOf(lastGood, '-')),
  },
  { title: 'NEWEST VALUE', cell: ({ newest }) => agoOf(newest, '-') },
  { title: 'LATENCY', from: 100, cell: ({ took }) => took },
  { title: 'WHAT IS WRONG', cell: wrongCell },
]

export const STYLES: Readonly<Record<State, Style>> = {
  operational: 'good',
  degraded: 'warning',
  down: 'bad',
  unknown: 'quiet',
}

function stateCell(status: State): Styled {
  return { text: `${status === 'unknown' ? '○' : '●'} ${status}`, style: STYLES[status] }
}

/** `HTTP 503, down since 12 min ago, 2026-11-20T22:31Z`. */
function wrongCell({ words, status, failingSince }: Row, room: number): string {
  if (failingSince === null) return words
  const since = room < 120 ? agoOf(failingSince, '-') : momentOf(failingSince, '-')
  return `${words}, ${status === 'down' ? 'down' : 'failing'} since ${since}`
}

function upstreamRow(upstream: UpstreamRow, { failing_since }: CheckStatus): Row {
  const { id, status, latency_ms, last_ok_at, data_as_of, error } = upstream
  return {
    name: id,
    status,
    lastGood: last_ok_at,
    newest: data_as_of,
    took: latency_ms === null ? '-' : `${wholeOf(latency_ms)} ms`,
    words: error ?? WORDS[status],
    failingSince: failing_since[id] ?? null,
  }
}

const WORDS: Readonly<Record<State, string>> = {
  operational: '-',
  degraded: 'its newest value is late',
  down: 'it does not answer',
  unknown: 'not asked yet',
}

/** The job in the places of an upstream: its newest value is the catalogue, its latency how long it took. */
function jobRow(shells: ShellStatus): Row {
  const { run, job } = shells
  const { status, words } = jobStateOf(shells)
  return {
    name: SHELL_JOB,
    status,
    lastGood: run?.computed_at ?? null,
    newest: run?.fetched_at ?? null,
    took: job?.finished_at ? spanOf(job.finished_at - job.started_at) : '-',
    words,
    failingSince: null,
  }
}
