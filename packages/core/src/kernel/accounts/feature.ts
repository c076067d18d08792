import { issueKey } from '#kernel/accounts/endpoints/keys'
import { referenceTiers } from '#kernel/accounts/endpoints/ref-tiers'
import { dailyPrune } from '#kernel/accounts/keys/daily-prune'
import type { Context } from '#kernel/endpoint/endpoint'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { type JobOptions, runSchedule } from '#kernel/kit/schedule'

const endpoints = (settings: Context['settings']) => [issueKey, referenceTiers(settings)] as const

/** The issue of free keys and the tiers, which every instance has. */
export const accounts: Feature<Context, AccountsPayloads> = {
  name: 'accounts',
  endpoints,
  start: (context, options: JobOptions) => runSchedule(dailyPrune(context, options), context),
  records: async () => (await import('#kernel/accounts/records')).accountRecords,
}

/** Payloads by path. */
export interface AccountsPayloads extends PayloadsOf<ReturnType<typeof endpoints>> {}
