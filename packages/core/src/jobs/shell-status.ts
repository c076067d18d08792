import type { Context } from '#context'
import { JobRefused, JobSuperseded } from '#jobs/job-errors'
import { type Published, published } from '#jobs/night'
import { Problem } from '#problem'
import type { ShellJobFacts } from '#store/shell-job'
import { newerElsewhere, type ShellRun } from '#store/shells'

/** What is known of the shells and of their job from the store; instants are epoch milliseconds. */
export interface ShellStatus extends Published, ShellJobFacts {}

export async function shellStatus(context: Context): Promise<ShellStatus> {
  const [found, facts] = await Promise.all([published(context), context.shellJob.facts()])
  return { ...found, ...facts }
}

/** The newest run in the store that was made with other upstream origins, if it is newer than that of these; looks through all shells. */
export async function newerShellsElsewhere({ store, settings, now }: Context): Promise<ShellRun | null> {
  return (await newerElsewhere(store, settings.world, now())) ?? null
}

export function noteStart(started_at: number, { shellJob }: Context): Promise<void> {
  return shellJob.noteState({ started_at, finished_at: null, ok: null, error: null })
}

/** Notes how a job ended; one that gave way leaves the word to whoever took over. */
export async function noteEnd(started_at: number, error: unknown, context: Context): Promise<void> {
  if (error instanceof JobSuperseded) return
  const ok = error === undefined ? true : isStop(error) ? null : false
  const words = error === undefined ? null : inWords(error)
  await context.shellJob.noteState({ started_at, finished_at: context.now(), ok, error: words })
}

function inWords(error: unknown): string {
  if (error instanceof JobRefused || error instanceof Problem) return error.message
  if (isStop(error)) return 'the job was stopped'
  return 'the job broke off'
}

function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
