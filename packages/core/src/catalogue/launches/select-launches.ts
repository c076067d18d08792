import * as v from 'valibot'
import type { Launch } from '#catalogue/launches/launch'
import { launchStatusNames, type NetPrecision, netPrecisions } from '#catalogue/launches/terms'
import { listOf, optional } from '#endpoint/query-parameters'
import { wholeNumber } from '#endpoint/schemas'

/** Query parameters that select from a list of launches. */
export const launchParameters = {
  provider: optional(
    v.pipe(
      v.string(),
      v.transform((name) => name.trim().toLowerCase()),
      v.string(),
      v.regex(/^[ -~\u00a0-\uffff]{1,60}$/),
      v.description('Part of the name of the launch provider, case-insensitive: 1 to 60 characters'),
      v.examples(['spacex']),
    ),
  ),
  status: optional(listOf('States of launches', launchStatusNames, 'go,tbc')),
  precision: optional(
    v.pipe(
      v.picklist(netPrecisions),
      v.description(
        'Only launches whose time is known with at least this precision; an unknown precision counts as a ' +
          'day',
      ),
      v.examples(['day']),
    ),
  ),
  limit: optional(
    wholeNumber('Maximum number of launches, from the start of the list: 1 to 100', 5, { max: 100 }),
  ),
}

interface LaunchList {
  readonly count: number
  readonly launches: Launch[]
}

/** Selects launches by checked query parameters. */
export function selectLaunches<List extends LaunchList>(
  whole: List,
  { provider, status, precision, limit }: { readonly [K in keyof typeof launchParameters]?: unknown },
): List {
  const rankOf = (name: unknown) => netPrecisions.indexOf(name as NetPrecision)
  const statuses = typeof status === 'string' ? status.split(',') : undefined
  const launches = whole.launches
    .filter((each) => provider === undefined || each.provider?.toLowerCase().includes(String(provider)))
    .filter((each) => statuses?.includes(each.status) ?? true)
    .filter((each) => precision === undefined || rankOf(each.net_precision ?? 'day') <= rankOf(precision))
    .slice(0, typeof limit === 'number' ? limit : undefined)
  return { ...whole, count: launches.length, launches }
}
