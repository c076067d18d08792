import { setTimeout as sleep } from 'node:timers/promises'
import type { SpaceData } from '@space-data/core'
import { Failure, inOneLine, UsageError } from '#failure'
import { wholeNumber } from '#given'
import { type WorldFlags, withOpen } from '#open'
import { painted } from '#paint'
import { printJson, printTable } from '#print'
import { checkWords } from '#status/check-words'
import { picturedCheck, reportAsJson, runCheck } from '#status/run-check'
import {
  isOfMirror,
  type Picture,
  STYLES,
  type StatusEnvelope,
  statusTable,
  wrongIn,
} from '#status/status-table'
import type { Terminal } from '#terminal'

interface StatusFlags extends WorldFlags {
  readonly watch?: string | true
  readonly check?: true
  readonly json?: true
}

/** Prints what the instances on a store know of each upstream; fails when one is down or failed last. */
export async function status(flags: StatusFlags, terminal: Terminal): Promise<void> {
  if (flags.watch !== undefined && flags.check)
    throw new UsageError('--check asks once: it does not go with --watch')
  if (flags.watch !== undefined) return watch(flags, terminal)
  const picture = await (flags.check ? check(flags, terminal) : look(flags, terminal))
  await print(picture, flags, terminal)
  const { down, failing } = wrongIn(picture)
  const faults = [...stateOf(down, 'down'), ...stateOf(failing, 'failing')]
  if (faults.length > 0) throw new Failure(faults.join('; '))
}

/** `swpc-kp-1m, donki-cme are down`; nothing of nothing. */
function stateOf(names: readonly string[], state: string): string[] {
  return names.length > 0 ? [`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${state}`] : []
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

/** Of a screen that is watched: the state and the titles above the rows, the check below, empty lines, and the cursor's. */
const LINES_AROUND = 6

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
  return withOpen(flags, terminal, pictureOf)
}

async function check(flags: StatusFlags, terminal: Terminal): Promise<Picture> {
  const work = async (spaceData: SpaceData) => {
    const report = await runCheck(spaceData, terminal)
    return picturedCheck(await pictureOf(spaceData), report)
  }
  return withOpen(flags, terminal, work, { use: 'writing' })
}

async function pictureOf(spaceData: SpaceData): Promise<Picture> {
  const response = await spaceData.handle(new Request('http://localhost/status'))
  if (!response.ok) throw new Failure(`the status cannot be read (HTTP ${response.status})`)
  return {
    envelope: (await response.json()) as StatusEnvelope,
    shells: await spaceData.jobs.shellStatus(),
    check: await spaceData.jobs.checkStatus(),
  }
}

async function print(picture: Picture, flags: StatusFlags, terminal: Terminal): Promise<void> {
  const { envelope, report, check } = picture
  if (flags.json) return printJson(report ? reportAsJson(report) : envelope, terminal)
  const { columns = Infinity, rows: height = Infinity } = terminal
  const lines = flags.watch === undefined ? Infinity : height - LINES_AROUND
  const { titles, rows, leftOut } = statusTable(picture, columns, lines)
  await printTable(titles, rows, terminal)
  if (leftOut > 0) await terminal.out(`and ${leftOut} more, none of them degraded or down\n`)
  const words = isOfMirror(envelope)
    ? 'A mirror: its central instance verifies the upstreams'
    : checkWords(check)
  await terminal.out(`\n${words}\n`)
}
