import { nameWatched } from '#alerts/watched-subjects'
import { accountWatches } from '#alerts/watches/account-watches'
import { customShellWatches } from '#alerts/watches/custom-shell-watches'
import { createPayloadReader, orReport } from '#alerts/watches/read-payloads'
import { publicWatches, type Watch } from '#alerts/watches/watches'
import type { Endpoint } from '#endpoint/endpoint'
import type { Context } from '#kit/context'
import { endOfTurn } from '#kit/end-of-turn'
import type { JobEnded } from '#kit/events'

/** What a search for alerts did. */
export interface AlertsRun {
  /**
   * Whether somebody receives alerts. Otherwise only what concerns everybody is looked for, once an hour, and
   * nothing on a mirror.
   */
  readonly isListening: boolean
  /** How many alerts were appended to the log. */
  readonly logged: number
}

/**
 * Looks for alerts once; while nobody receives any, at most once an hour. Needs no lease: the state of a
 * detector and its alerts are stored by one compare-and-swap, so of several processes one finds each alert.
 * Emits a `job` event only if an alert was logged, or if it failed.
 *
 * A payload that cannot be read skips its detector for this run.
 */
export async function detectAlerts(endpoints: readonly Endpoint[], context: Context): Promise<AlertsRun> {
  const startedAt = context.now()
  const reportEnd = (end: Pick<JobEnded, 'ok' | 'error'>) =>
    context.onEvent({ type: 'job', job: 'alerts', ...end, ms: context.now() - startedAt })
  try {
    const isListening = await context.alerts.listeners.isAnybody()
    if (!isListening && !(await context.alerts.listeners.acquireIdleLook())) return { isListening, logged: 0 }
    await context.alerts.listeners.markMonitored()
    const forEverybody = await runPublicWatches(endpoints, context)
    const logged = forEverybody + (isListening ? await runAccountWatches(endpoints, context) : 0)
    if (logged > 0) reportEnd({ ok: true })
    return { isListening, logged }
  } catch (error) {
    reportEnd({ ok: false, error })
    throw error
  }
}

async function runPublicWatches(endpoints: readonly Endpoint[], context: Context): Promise<number> {
  const incidents = context.incidents.list()
  const read = createPayloadReader(endpoints, context)
  const logged = await runAll(publicWatches(endpoints, read, context), context)
  context.incidents.dropUntil(incidents.at(-1)?.number ?? 0)
  return logged
}

/** Looks for what concerns single accounts, after the public alerts: single objects may take long to read. */
async function runAccountWatches(endpoints: readonly Endpoint[], context: Context): Promise<number> {
  const read = createPayloadReader(endpoints, context)
  const webhooks = await context.alerts.webhooks.all()
  await nameWatched(webhooks)
  const watches = accountWatches(webhooks, read, context)
  return (await runAll(watches, context)) + (await runCustomShells(context))
}

/** Custom shells that are read at once. */
const SHELLS_AT_ONCE = 50

async function runCustomShells(context: Context): Promise<number> {
  const { watches, done } = await customShellWatches(context)
  let logged = 0
  for (let i = 0; i < watches.length; i += SHELLS_AT_ONCE) {
    logged += await runAll(watches.slice(i, i + SHELLS_AT_ONCE), context)
  }
  done()
  return logged
}

/**
 * Reads what the detectors observe, all at once, and runs them in the order of the list: the log is the same
 * whatever answers first.
 */
async function runAll(watches: readonly Watch[], context: Context): Promise<number> {
  const ready = await Promise.all(watches.map((watch) => watch(context)))
  let logged = 0
  for (const detect of ready) {
    logged += (await orReport(detect, context)) ?? 0
    // On a store in this process nothing of it waits.
    await endOfTurn()
  }
  return logged
}
