import type { DebrisContext } from '#features/debris/context'
import type { ShellJobFacts } from '#features/debris/night/shell-job'
import type { Health } from '#kernel/endpoint/endpoint'
import { hours, iso } from '#kernel/kit/time'

/** Reads the state of the shells and of their nightly job. On a mirror, there is no job. */
export async function readShellHealth({ debris, settings, now }: DebrisContext): Promise<Health> {
  if (settings.mirror) return { members: { shells: null } }
  const [job, run] = await Promise.all([debris.shellJob.facts(), debris.shells.current(now())])
  const { running, nextRunAt } = job
  const computedAt = run?.computedAt ?? null
  const shells = {
    computed_at: computedAt === null ? null : iso(computedAt),
    computing: running && { step: running.step, share: running.share },
    next_run_at: iso(nextRunAt),
  }
  return {
    members: { shells },
    isFailing: isFailing(job, now()),
    async shown() {
      const { showShellHealth } = await import('#features/debris/night/show-shell-health')
      return showShellHealth(job, computedAt, now())
    },
  }
}

/** Returns whether the nightly job failed, or started over two hours ago and never reported again. */
function isFailing({ job, running }: ShellJobFacts, now: number): boolean {
  if (!job || running) return false
  return job.ok === false || (job.finishedAt === null && now - job.startedAt > hours(2))
}
