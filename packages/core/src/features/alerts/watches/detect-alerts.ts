import type { AlertContext } from '#features/alerts/context'
import { nameWatched } from '#features/alerts/watched-subjects'
import { accountWatches } from '#features/alerts/watches/account-watches'
import { customShellWatches } from '#features/alerts/watches/custom-shell-watches'
import { orReport } from '#features/alerts/watches/or-report'
import { publicWatches, type Watch } from '#features/alerts/watches/watches'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import type { JobEnded } from '#kernel/kit/events'

/** Result of a check for alerts. */
export interface AlertsRun {
  /**
   * Whether anybody receives alerts. Otherwise, the service checks only for public alerts, once an hour, and
   * on a mirror not at all.
   */
  readonly isListening: boolean
  /** Number of alerts appended to the log. */
  readonly logged: number
}

/**
 * Checks for alerts once; while nobody receives alerts, at most once an hour. Needs no lease: the state of a
 * detector and its alerts are stored by one compare-and-swap, so only one of several processes finds each
 * alert. Emits a `job` event only if an alert was logged or the check failed.
 *
 * If a payload cannot be read, its detector is skipped in this run.
 */
export async function detectAlerts(context: AlertContext): Promise<AlertsRun> {
  const startedAt = context.now()
  const reportEnd = (end: Pick<JobEnded, 'ok' | 'error'>) =>
    context.onEvent({ type: 'job', job: 'alerts', ...end, ms: context.now() - startedAt })
  try {
    const isListening = await context.alerts.listeners.isAnybody()
    if (!isListening && !(await context.alerts.listeners.acquireIdleLook())) return { isListening, logged: 0 }
    await context.alerts.listeners.markMonitored()
    const forEverybody = await runPublicWatches(context)
    const logged = forEverybody + (isListening ? await runAccountWatches(context) : 0)
    if (logged > 0) reportEnd({ ok: true })
    return { isListening, logged }
  } catch (error) {
    reportEnd({ ok: false, error })
    throw error
  }
}

async function runPublicWatches(context: AlertContext): Promise<number> {
  const incidents = context.incidents.list()
  const logged = await runAll(publicWatches(context), context)
  context.incidents.dropUntil(incidents.at(-1)?.number ?? 0)
  return logged
}

/**
 * Checks for alerts about single accounts, after the public alerts, as reading single objects may take long.
 */
async function runAccountWatches(context: AlertContext): Promise<number> {
  const webhooks = await context.alerts.webhooks.all()
  await nameWatched(webhooks)
  const watches = accountWatches(webhooks, context)
  return (await runAll(watches, context)) + (await runCustomShells(context))
}

/** Number of custom shells read concurrently. */
const SHELLS_AT_ONCE = 50

async function runCustomShells(context: AlertContext): Promise<number> {
  const { watches, done } = await customShellWatches(context)
  let logged = 0
  for (let i = 0; i < watches.length; i += SHELLS_AT_ONCE) {
    logged += await runAll(watches.slice(i, i + SHELLS_AT_ONCE), context)
  }
  done()
  return logged
}

/**
 * Reads all observations concurrently, and runs the detectors in the order of the list, so that the log does
 * not depend on which observation arrives first.
 */
async function runAll(watches: readonly Watch[], context: AlertContext): Promise<number> {
  const ready = await Promise.all(watches.map((watch) => watch(context)))
  let logged = 0
  for (const detect of ready) {
    logged += (await orReport(detect, context)) ?? 0
    // With a store in this process, nothing above yields to the event loop.
    await endOfTurn()
  }
  return logged
}
