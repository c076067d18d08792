import type { Context } from '#context'
import { JobBusy, JobRefused, JobSuperseded } from '#jobs/job-errors'
import { hours, iso, minutes, seconds } from '#time'

/** The right to run a job, at most one at a time across processes. */
export interface Lease {
  readonly token: string
  /** Throws JobSuperseded when the lease is lost; prolongs it when that is due. */
  keep(): Promise<void>
  release(): Promise<void>
}

/** A job that was killed keeps others out no longer than this. */
const SPAN_MS = minutes(3)
const RENEW_MS = seconds(30)
/** A job that takes longer is stuck. */
const LONGEST_MS = hours(6)

/** Takes the lease of a job, or throws JobBusy; `who` is what others are told. */
export async function takeLease(job: string, who: string | undefined, context: Context): Promise<Lease> {
  const { counters } = context.store
  const key = leaseKey(job, context)
  const token = crypto.randomUUID()
  const begun = context.now()
  const value = JSON.stringify({ who: who ?? `instance ${token.slice(0, 8)}`, since: iso(begun), token })
  const holder = await counters.claim(key, value, begun + SPAN_MS, begun)
  if (holder !== value) throw new JobBusy(JSON.parse(holder))
  let renewed = begun

  return {
    token,
    async keep() {
      const now = context.now()
      if (now - begun > LONGEST_MS) throw new JobRefused('the job took longer than six hours')
      if (now - renewed < RENEW_MS && now >= renewed) return
      if (!(await counters.swap(key, value, value, now + SPAN_MS, now))) throw new JobSuperseded()
      renewed = now
    },
    async release() {
      await counters.swap(key, value, '', 0, context.now())
    },
  }
}

/** Who holds the lease of a job now, if anybody. */
export async function leaseHolder(
  job: string,
  context: Context,
): Promise<{ who: string; since: string } | undefined> {
  const holder = await context.store.counters.holder(leaseKey(job, context), context.now())
  if (holder === '') return undefined
  const { who, since } = JSON.parse(holder)
  return { who, since }
}

function leaseKey(job: string, context: Context): string {
  return `lease:${context.settings.world}:${job}`
}
