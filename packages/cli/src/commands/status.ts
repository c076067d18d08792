import { setTimeout as sleep } from 'node:timers/promises'
import type { ShellStatus } from '@space-data/core'
import type { Command } from 'commander'
import { Failure, inOneLine, UsageError } from '#failure'
import { wholeNumber } from '#given'
import type { WorldFlags } from '#open'
import { withExample, withServerStore, withUpstream } from '#options'
import { painted, type Style, type Styled } from '#paint'
import { type Cell, printJson, printTable, wholeOf } from '#print'
import { jobStateOf } from '#shell-job'
import type { Terminal } from '#terminal'
import { agoOf, momentOf, spanOf } from '#times'

interface StatusFlags extends WorldFlags {
  readonly watch?: string | true
  readonly json?: true
}

type State = 'operational' | 'degraded' | 'down' | 'unknown'

/** What we print of the envelope of `/status`. */
interface StatusEnvelope {
  readonly data: { readonly status: State; readonly upstreams: readonly UpstreamRow[] }
}

interface UpstreamRow {
  readonly id: string
  readonly status: State
  readonly latency_ms: number | null
  readonly last_ok_at: string | null
  readonly data_as_of: string | null
  readonly error: string | null
}

/** What is known at one moment. */
interface Picture {
  readonly envelope: StatusEnvelope
  readonly shells: ShellStatus
}

/** `space-data status`: what the instances on a store know of each upstream; nothing is asked anew. */
export function addStatus(program: Command, terminal: Terminal): void {
  const command = program
    .command('status')
    .description('Show what the servers on a store know of each upstream; exits 1 when one is down')
  withUpstream(withServerStore(command))
    .option('--watch [seconds]', 'show it anew every 5 seconds, or as many as given, until Ctrl-C')
    .option('--json', 'print the envelope of /status')
  withExample(command, 'status --watch')
  command.action((flags: StatusFlags) => status(flags, terminal))
}

async function status(flags: StatusFlags, terminal: Terminal): Promise<void> {
  if (flags.watch !== undefined) return watch(flags, terminal)
  const picture = await look(flags, terminal)
  await print(picture, flags, terminal)
  const down = downOf(picture)
  if (down.length > 0) throw new Failure(`${down.join(', ')} ${down.length === 1 ? 'is' : 'are'} down`)
}

/** Goes on when the store is away: that is what somebody watches for. */
async function watch(flags: StatusFlags, terminal: Terminal): Promise<void> {
  const text = typeof flags.watch === 'string' ? flags.watch : '5'
  const seconds = wholeNumber({ text, from: '--watch' }, 3_600, 1)
  const stopping = new AbortController()
  terminal.onStop(() => stopping.abort())
  while (!stopping.signal.aborted) {
    try {
      const picture = await look(flags, terminal)
      if (!flags.json) await begin(picture, seconds, terminal)
      await print(picture, flags, terminal)
    } catch (error) {
      if (!(error instanceof Failure) || error instanceof UsageError) throw error
      terminal.err(`space-data: ${inOneLine(error)}\n`)
    }
    await sleep(1_000 * seconds, undefined, { signal: stopping.signal }).catch(() => {})
  }
}

const CLEAR = '\u001b[H\u001b[2J\u001b[3J'

async function begin({ envelope }: Picture, seconds: number, terminal: Terminal): Promise<void> {
  const { status } = envelope.data
  const state = painted(status, STYLES[status], terminal.colours)
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  const clear = terminal.columns === undefined ? '' : CLEAR
  await terminal.out(`${clear}${state} at ${at}; every ${seconds} s until Ctrl-C\n\n`)
}

/** Opens the store anew each time, so that no instance of our own remembers what was there. */
async function look(flags: StatusFlags, terminal: Terminal): Promise<Picture> {
  const { withOpen } = await import('#open')
  return withOpen(flags, terminal, async (spaceData) => {
    const response = await spaceData.handle(new Request('http://localhost/status'))
    if (!response.ok) throw new Failure(`the status cannot be read (HTTP ${response.status})`)
    return {
      envelope: (await response.json()) as StatusEnvelope,
      shells: await spaceData.jobs.shellStatus(),
    }
  })
}

function downOf({ envelope, shells }: Picture): string[] {
  const down = envelope.data.upstreams.filter(({ status }) => status === 'down').map(({ id }) => id)
  return jobStateOf(shells).status === 'down' ? [...down, SHELL_JOB] : down
}

const SHELL_JOB = 'shell-job'

async function print({ envelope, shells }: Picture, flags: StatusFlags, terminal: Terminal): Promise<void> {
  if (flags.json) return printJson(envelope, terminal)
  const room = terminal.columns ?? Number.POSITIVE_INFINITY
  const rows = [...envelope.data.upstreams.map(upstreamRow), jobRow(shells)]
  const columns = COLUMNS.filter(({ from = 0 }) => room >= from)
  await printTable(
    columns.map(({ title }) => title),
    rows.map((row) => columns.map(({ cell }) => cell(row, room))),
    terminal,
  )
}

interface Row {
  readonly name: string
  readonly status: State
  readonly lastGood: string | number | null
  readonly newest: string | number | null
  readonly took: string
  readonly words: string
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
  { title: 'WHAT IS WRONG', cell: ({ words }) => words },
]

const STYLES: Readonly<Record<State, Style>> = {
  operational: 'good',
  degraded: 'warning',
  down: 'bad',
  unknown: 'quiet',
}

function stateCell(status: State): Styled {
  return { text: `${status === 'unknown' ? '○' : '●'} ${status}`, style: STYLES[status] }
}

function upstreamRow({ id, status, latency_ms, last_ok_at, data_as_of, error }: UpstreamRow): Row {
  return {
    name: id,
    status,
    lastGood: last_ok_at,
    newest: data_as_of,
    took: latency_ms === null ? '-' : `${wholeOf(latency_ms)} ms`,
    words: error ?? WORDS[status],
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
  }
}
