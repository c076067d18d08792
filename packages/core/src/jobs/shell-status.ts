import type { Context } from '#context'
import { JobRefused, JobSuperseded } from '#jobs/job-errors'
import { leaseHolder } from '#jobs/lease'
import { Problem } from '#problem'
import { isServed, type ShellJobState, type ShellRun, shellJobKey, shellsOf } from '#store/shells'
import { nextShellRun } from '#time'

/** What is known of the nightly job from the store; instants are epoch milliseconds. */
export interface ShellStatus {
  /** The last run that was published. */
  readonly run: ShellRun | null
  /** Whether readers are still given it. */
  readonly served: boolean
  /** How the last job went, on whichever instance. */
  readonly job: ShellJobState | null
  /** Who is at it now, and since when (ISO 8601 UTC). */
  readonly running: { readonly who: string; readonly since: string } | null
  readonly next_run_at: number
}

/** The job's name among leases. */
export const SHELL_JOB = 'shells'

export async function shellStatus(context: Context): Promise<ShellStatus> {
  const { store, settings } = context
  const now = context.now()
  const shells = shellsOf(store, settings.world)
  const run = (await shells.named(await shells.pointer(now))) ?? null
  return {
    run,
    served: run !== null && isServed(run, now, settings.staleIfErrorMs),
    job: (await store.get<ShellJobState>(shellJobKey(settings.world))) ?? null,
    running: (await leaseHolder(SHELL_JOB, context)) ?? null,
    next_run_at: nextShellRun(now),
  }
}

export async function noteStart(started_at: number, context: Context): Promise<void> {
  await note({ started_at, finished_at: null, ok: null, error: null }, context)
}

/** Notes how a job ended; one that gave way leaves the word to whoever took over. */
export async function noteEnd(started_at: number, error: unknown, context: Context): Promise<void> {
  if (error instanceof JobSuperseded) return
  const ok = error === undefined ? true : isStop(error) ? null : false
  const words = error === undefined ? null : inWords(error)
  await note({ started_at, finished_at: context.now(), ok, error: words }, context)
}

/** A store that fails here is told of and does not change how the job ends. */
async function note(state: ShellJobState, context: Context): Promise<void> {
  try {
    await context.store.set(shellJobKey(context.settings.world), state)
  } catch (error) {
    context.onError(error)
  }
}

function inWords(error: unknown): string {
  if (error instanceof JobRefused || error instanceof Problem) return error.message
  if (isStop(error)) return 'the job was stopped'
  return 'the job broke off'
}

function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
