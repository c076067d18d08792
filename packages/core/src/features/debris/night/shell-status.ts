import type { DebrisContext } from '#features/debris/context'
import { type Published, readPublished } from '#features/debris/night/night'
import type { ShellJobFacts } from '#features/debris/night/shell-job'
import { findNewerRunElsewhere, type ShellRun } from '#features/debris/shells/shells'
import { JobRejectedError, LeaseLostError } from '#kernel/kit/errors'
import { Problem } from '#kernel/kit/problem'

/** State of the shells and of their nightly job in the store; instants are epoch milliseconds. */
export interface ShellStatus extends Published, ShellJobFacts {}

/** Reads the published run and the state of the nightly job from the store. */
export async function shellStatus(context: DebrisContext): Promise<ShellStatus> {
  const [published, state] = await Promise.all([readPublished(context), context.debris.shellJob.facts()])
  return { ...published, ...state }
}

/**
 * Returns the newest run made with other upstream origins, if it is newer than the run of this instance.
 * Scans all shells in the store.
 */
export async function newerShellsElsewhere({
  store,
  settings,
  now,
}: DebrisContext): Promise<ShellRun | null> {
  return (await findNewerRunElsewhere(store, settings.originsId, now())) ?? null
}

/** Stores that a job has started. */
export function recordStart(startedAt: number, { debris: { shellJob } }: DebrisContext): Promise<void> {
  return shellJob.recordState({ startedAt, finishedAt: null, ok: null, error: null })
}

/** Stores the result of a job. Does nothing after a lost lease: the next owner writes the state. */
export async function recordEnd(startedAt: number, error: unknown, context: DebrisContext): Promise<void> {
  if (error instanceof LeaseLostError) return
  const ok = error === undefined ? true : isAbort(error) ? null : false
  const message = error === undefined ? null : describeError(error)
  await context.debris.shellJob.recordState({ startedAt, finishedAt: context.now(), ok, error: message })
}

function describeError(error: unknown): string {
  if (error instanceof JobRejectedError || error instanceof Problem) return error.message
  if (isAbort(error)) return 'the job was stopped'
  return 'the job failed; see the log of the instance that ran it'
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
