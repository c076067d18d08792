import { issueKey } from '#accounts/endpoints/keys'
import { referenceTiers } from '#accounts/endpoints/ref-tiers'
import { dailyPrune } from '#accounts/keys/daily-prune'
import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type JobOptions, runSchedule } from '#kit/schedule'

const endpoints = (settings: Context['settings']) => [issueKey, referenceTiers(settings)] as const

/** The issue of free keys and the tiers, which every instance has. */
export const accounts: Feature<Context, AccountsPayloads> = {
  name: 'accounts',
  endpoints,
  start: (context, options: JobOptions) => runSchedule(dailyPrune(context, options), context),
  records: async () => (await import('#features/accounts/records')).accountRecords,
}

/** Payloads by path. */
export interface AccountsPayloads extends PayloadsOf<ReturnType<typeof endpoints>> {}
