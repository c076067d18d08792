import * as v from 'valibot'
import type { Launch } from '#features/launches/launch'
import { launchStatusNames, type NetPrecision, netPrecisions } from '#features/launches/terms'
import { listOf, optional } from '#kernel/endpoint/query-parameters'
import { wholeNumber } from '#kernel/endpoint/schemas'

/** Query parameters that select from a list of launches. */
export const launchParameters = {
  provider: optional(partOf('the name of the launch provider', 'spacex')),
  country: optional(
    v.pipe(
      v.string(),
      v.transform((list) => [...new Set(list.toUpperCase().split(','))].sort().join(',')),
      v.string(),
      v.regex(/^[A-Z]{3}(,[A-Z]{3}){0,19}$/),
      v.description('Countries of the pads: ISO 3166-1 alpha-3 codes such as USA, separated by commas'),
      v.examples(['USA,NZL']),
    ),
  ),
  pad: optional(partOf('the name of the pad or of its launch site', 'kennedy')),
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

function partOf(name: string, example: string) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.trim().toLowerCase()),
    v.string(),
    v.regex(/^[ -~\u00a0-\uffff]{1,60}$/),
    v.description(`Part of ${name}, case-insensitive: 1 to 60 characters`),
    v.examples([example]),
  )
}

interface LaunchList {
  readonly count: number
  readonly launches: Launch[]
}

/** Selects launches by checked query parameters. */
export function selectLaunches<List extends LaunchList>(
  whole: List,
  selected: { readonly [K in keyof typeof launchParameters]?: unknown },
): List {
  const { provider, country, pad, status, precision, limit } = selected
  const rankOf = (name: unknown) => netPrecisions.indexOf(name as NetPrecision)
  const [statuses, countries] = [status, country].map((list) =>
    typeof list === 'string' ? list.split(',') : undefined,
  )
  const isPart = (part: unknown, names: readonly (string | null | undefined)[]) =>
    part === undefined || names.some((name) => name?.toLowerCase().includes(String(part)))
  const launches = whole.launches
    .filter((each) => isPart(provider, [each.provider]) && isPart(pad, [each.pad?.name, each.pad?.location]))
    .filter((each) => countries?.includes(each.pad?.country_code ?? '') ?? true)
    .filter((each) => statuses?.includes(each.status) ?? true)
    .filter((each) => precision === undefined || rankOf(each.net_precision ?? 'day') <= rankOf(precision))
    .slice(0, typeof limit === 'number' ? limit : undefined)
  return { ...whole, count: launches.length, launches }
}
