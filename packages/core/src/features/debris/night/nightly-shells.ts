import type { DebrisContext } from '#features/debris/context'
import { dueNight, readPublished } from '#features/debris/night/night'
import type { PropagateShellsOptions } from '#features/debris/night/propagate-options'
import type { RecurringJob } from '#kernel/kit/schedule'
import { minutes, seconds } from '#kernel/kit/time'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Options of the nightly job, which always uses the catalogue that it pulls. */
export interface NightlyOptions
  extends Omit<PropagateShellsOptions, 'catalogue' | 'acceptSize' | 'at' | 'signal'> {
  /**
   * Milliseconds from the start to the first run if there are no shells to serve. The delay keeps a process
   * that restarts in a loop from requesting the whole catalogue each time.
   * @default 60_000
   */
  readonly firstAfterMs?: number
}

/**
 * Delay before a first run that failed because of the store is retried. Until then nothing is served. Data
 * already pulled are not pulled again.
 */
const FIRST_RETRY_MS = seconds(30)

/**
 * Runs the shells job every night at 03:17 UTC. A missed run is repeated until midnight, one to two minutes
 * after the start. If there are no shells to serve, the first run starts at any time of day.
 * `shellJob.planned` waits until the store has the plan of the first run: its start, that it is running, or that
 * none is due.
 */
export function nightlyShells(
  context: DebrisContext,
  { firstAfterMs = minutes(1), ...options }: NightlyOptions = {},
): RecurringJob {
  const onPlanned = context.debris.shellJob.expectPlan()
  let isFirst = false
  return {
    async due() {
      const found = await readPublished(context).catch((error) => {
        onPlanned()
        throw error
      })
      isFirst = !found.served
      const at = dueNight(found, context.now())
      if (at === undefined) {
        onPlanned()
        return undefined
      }
      const startDelayMs = found.served
        ? ([minutes(1), minutes(2)] as const)
        : ([firstAfterMs, firstAfterMs] as const)
      return { at, startDelayMs }
    },
    recordPlan: (at: number) => context.debris.shellJob.recordPlan(at).finally(onPlanned),
    retryMs: (error: unknown) => (isFirst && isStoreFailure(error) ? FIRST_RETRY_MS : undefined),
    async run(due: number, signal: AbortSignal) {
      onPlanned()
      const { propagateForNight } = await import('#features/debris/long-jobs')
      return propagateForNight(due, context, { ...options, signal })
    },
  }
}
