import type { Context } from '#context'
import { JobBusy, JobRefused, JobSuperseded } from '#jobs/job-errors'
import { leaseHolder as holderOf, LEASE_MS, type LeaseHolder, leaseKey } from '#store/lease-holder'
import { hours, iso, seconds } from '#time'

/** The right to run a job, at most one at a time across processes. */
export interface Lease {
  readonly token: string
  /** Throws JobSuperseded when the lease is lost; prolongs it when that is due. */
  keep(): Promise<void>
  release(): Promise<void>
}

const RENEW_MS = seconds(30)
/** A job that takes longer is stuck. */
const LONGEST_MS = hours(6)

/** Takes the lease of a job, or throws JobBusy; `who` is what others are told. */
export async function takeLease(job: string, who: string | undefined, context: Context): Promise<Lease> {
  const { counters } = context.store
  const key = leaseKey(context.settings.world, job)
  const token = crypto.randomUUID()
  const begun = context.now()
  const value = JSON.stringify({ who: who ?? `instance ${token.slice(0, 8)}`, since: iso(begun), token })
  const holder = await counters.claim(key, value, begun + LEASE_MS, begun)
  if (holder !== value) throw new JobBusy(JSON.parse(holder))
  let renewed = begun

  return {
    token,
    async keep() {
      const now = context.now()
      if (now - begun > LONGEST_MS) throw new JobRefused('the job took longer than six hours')
      if (now - renewed < RENEW_MS && now >= renewed) return
      if (!(await counters.swap(key, value, value, now + LEASE_MS, now))) throw new JobSuperseded()
      renewed = now
    },
    async release() {
      await counters.swap(key, value, '', 0, context.now())
    },
  }
}

/** Who holds the lease of a job now, if anybody. */
export function leaseHolder(
  job: string,
  { store, settings, now }: Context,
): Promise<LeaseHolder | undefined> {
  return holderOf(leaseKey(settings.world, job), store.counters, now())
}
