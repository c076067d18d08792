import { setTimeout as sleep } from 'node:timers/promises'
import type { WholeSpaceData } from '@space-data/core'
import type { StatusReport } from '@space-data/core/upstreams'
import { readConfig } from '#config/config'
import { readAsOperator } from '#instance/operator-request'
import { type ServiceFlags, withService } from '#instance/service'
import { colorize } from '#kit/colors'
import { CliError, describeError, UsageError } from '#kit/errors'
import { onOwnScreen } from '#kit/own-screen'
import { formatCount, printJson, printLines, printTable } from '#kit/print'
import { parseWholeNumber } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { describeCheck, describeFeedsElsewhere, describeWebhooks } from '#status/notes'
import { checkReportToJson, runCheck, withCheckResults } from '#status/run-check'
import {
  findProblems,
  isMirrorStatus,
  type LeftOut,
  STYLES,
  type StatusView,
  statusTable,
} from '#status/status-table'

interface StatusFlags extends ServiceFlags {
  readonly watch?: string | true
  readonly check?: true
  readonly all?: true
  readonly json?: true
}

/** Prints the state of each upstream; fails if any is down or failing. */
export async function status(flags: StatusFlags, terminal: Terminal): Promise<void> {
  if (flags.watch !== undefined && flags.check) throw new UsageError('--check and --watch exclude each other')
  if (flags.watch !== undefined) return watch(flags, terminal)
  const view = await (flags.check ? checkUpstreams(flags, terminal) : readStatusWithNote(flags, terminal))
  await printStatus(view, flags, terminal)
  const { down, failing } = findProblems(view)
  const faults = [...describeProblem(down, 'down'), ...describeProblem(failing, 'failing')]
  if (faults.length > 0) throw new CliError(faults.join('; '))
}

/** Formats `swpc-kp-1m, donki-cme are down`; empty if there are no names. */
function describeProblem(names: readonly string[], state: string): string[] {
  return names.length > 0 ? [`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} ${state}`] : []
}

/** Repeats the status until it is stopped. Store failures are printed and do not end it. */
async function watch(flags: StatusFlags, terminal: Terminal): Promise<void> {
  const text = typeof flags.watch === 'string' ? flags.watch : '5'
  const seconds = parseWholeNumber({ text, from: '--watch' }, 3_600, 1)
  await onOwnScreen(terminal, async ({ signal, clear }) => {
    while (!signal.aborted) {
      try {
        const view = await readStatus(flags, terminal)
        await clear()
        if (!flags.json) await printWatchHeader(view, seconds, terminal)
        await printStatus(view, flags, terminal)
      } catch (error) {
        if (!(error instanceof CliError) || error instanceof UsageError) throw error
        terminal.err(`space-data: ${describeError(error)}\n`)
      }
      await sleep(1_000 * seconds, undefined, { signal }).catch(() => {})
    }
  })
}

async function printWatchHeader(
  { envelope }: StatusView,
  seconds: number,
  terminal: Terminal,
): Promise<void> {
  const { status } = envelope.data
  const state = colorize(status, STYLES[status], terminal.colors)
  const at = `${new Date().toISOString().slice(0, 19)}Z`
  await terminal.out(`${state} at ${at}; refreshing every ${seconds} s, Ctrl-C to stop\n\n`)
}

/** Opens the store on each call, so that nothing is cached in this process. */
async function readStatus(flags: StatusFlags, terminal: Terminal): Promise<StatusView> {
  return withService(flags, terminal, fetchStatusView)
}

/** Reads the status, and the other feeds in the store for the hint below the table. */
async function readStatusWithNote(flags: StatusFlags, terminal: Terminal): Promise<StatusView> {
  const config = await readConfig(flags, terminal)
  const own = {
    sample: flags.sample === true,
    hasOtherOrigins: config.mirror !== undefined || Object.keys(config.upstreams).length > 0,
  }
  const work = async (spaceData: WholeSpaceData) => {
    const view = await fetchStatusView(spaceData)
    const isEmpty = view.envelope.data.upstreams.every(({ status }) => status === 'unknown')
    if (flags.json && !isEmpty) return view
    const elsewhere = await spaceData.jobs.checks.elsewhere()
    if (isEmpty && config.mirror === undefined && elsewhere[0]?.isMirror)
      throw new CliError(
        'this store belongs to a mirror and has no state of the providers',
        'Pass --mirror with the URL of its central instance, as for its server',
      )
    return { ...view, note: describeFeedsElsewhere(elsewhere, own, isEmpty) }
  }
  return withService(flags, terminal, work, { config })
}

async function checkUpstreams(flags: StatusFlags, terminal: Terminal): Promise<StatusView> {
  const work = async (spaceData: WholeSpaceData) => {
    const report = await runCheck(spaceData, terminal)
    return withCheckResults(await fetchStatusView(spaceData), report)
  }
  return withService(flags, terminal, work, { use: 'writing' })
}

async function fetchStatusView(spaceData: WholeSpaceData): Promise<StatusView> {
  return {
    envelope: await readAsOperator<StatusReport>('/status', spaceData),
    shells: await spaceData.jobs.shells.status(),
    check: await spaceData.jobs.checks.status(),
  }
}

async function printStatus(view: StatusView, flags: StatusFlags, terminal: Terminal): Promise<void> {
  const { envelope, report, check, note } = view
  if (flags.json) return printJson(report ? checkReportToJson(report) : envelope, terminal)
  const { columns = Infinity } = terminal
  const { titles, rows, leftOut } = statusTable(view, { columns, showsAll: flags.all === true })
  if (rows.length > 0)
    await printTable(titles, rows, terminal, { leaving: ['LATENCY', 'NEWEST VALUE', 'LAST SUCCESS'] })
  const others = describeLeftOut(leftOut)
  if (others !== undefined) await printLines(`${others}; --all lists them`, terminal)
  const footer = isMirrorStatus(envelope)
    ? 'Mirror: the central instance checks the upstreams'
    : describeCheck(check)
  await terminal.out('\n')
  await printLines(footer, terminal)
  const webhooks = describeWebhooks(envelope.data.webhooks)
  if (webhooks !== undefined) await printLines(webhooks, terminal)
  if (note !== undefined) await printLines(note, terminal)
}

/** Formats `30 operational, 2 not queried yet, 5 idle fallbacks`; `undefined` if nothing was left out. */
function describeLeftOut({ operational, unknown, idle }: LeftOut): string | undefined {
  const parts = [
    ...(operational > 0 ? [`${operational} operational`] : []),
    ...(unknown > 0 ? [`${unknown} not queried yet`] : []),
    ...(idle > 0 ? [formatCount(idle, 'idle fallback')] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : undefined
}
