import * as v from 'valibot'
import type { ObjectFilter } from '#features/debris/object-list/object'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'
import { optional } from '#kernel/endpoint/query-parameters'
import { wholeNumber } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'

/** The formats, by their media types in `Accept`. The first is the default. */
export const FORMATS = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const
export type Format = keyof typeof FORMATS

const MAX_IDS = 100

/** The query parameters of `/shell/objects`. */
export const objectsParameters = {
  format: optional(
    v.pipe(
      v.picklist(Object.keys(FORMATS) as [Format, ...Format[]]),
      v.description('Format, overriding the Accept header: json, ndjson, csv or parquet'),
      v.examples(['csv']),
    ),
  ),
  trailer: optional(
    v.pipe(
      v.picklist(['0', '1']),
      v.description('1: CSV begins and ends with comment lines (#) instead of the corresponding headers'),
      v.examples(['1']),
    ),
    '0',
  ),
  since: optional(
    text(
      /^[\w-]{1,64}$/,
      'Run that the client already has: the run_id of an earlier response',
      '20261121T031700Z-09124ad3',
    ),
  ),
  type: optional(
    list(`Types of objects: ${objectTypes.join(', ')}, separated by commas`, 'debris,rocket_body', (type) =>
      objectTypes.includes(type as ObjectType),
    ),
  ),
  owner: optional(
    list('Owners: SATCAT codes, separated by commas, at most 50', 'CIS,PRC', (owner) =>
      /^[A-Z0-9/]{1,10}$/.test(owner),
    ),
  ),
  altitude_min_km: optional(decimal('Minimum altitude: 0 to 1000000 km', 500, 0, 1_000_000)),
  altitude_max_km: optional(decimal('Maximum altitude: 0 to 1000000 km', 600, 0, 1_000_000)),
  inclination_min_deg: optional(decimal('Minimum inclination: 0 to 180 degrees', 97, 0, 180)),
  inclination_max_deg: optional(decimal('Maximum inclination: 0 to 180 degrees', 99, 0, 180)),
  ids: optional(
    list(
      `Catalogue numbers: 1 to 9 digits each, separated by commas, at most ${MAX_IDS}`,
      '25544,43013',
      (id) => /^[1-9][0-9]{0,8}$/.test(id),
      MAX_IDS,
    ),
  ),
  limit: optional(
    wholeNumber('Objects per page of JSON: 1 to 5000; default 1000', 1_000, { max: 5_000 }),
    '1000',
  ),
  after: optional(
    wholeNumber(
      'Catalogue number after which a page of JSON begins: next_after of the previous page',
      25_544,
      { min: 0 },
    ),
    '0',
  ),
}

/**
 * Returns the filter of a request.
 * @throws Problem `invalid_parameter` for a range that ends before it begins
 */
export function filterOf(params: Readonly<Record<string, unknown>>): ObjectFilter {
  const bound = (name: string) => params[name] as number | undefined
  for (const [range, unit] of [
    ['altitude', 'km'],
    ['inclination', 'deg'],
  ]) {
    const [min, max] = [bound(`${range}_min_${unit}`), bound(`${range}_max_${unit}`)]
    if (min !== undefined && max !== undefined && min > max)
      throw new Problem('invalid_parameter', {
        message: `Invalid ${range}_max_${unit}: expected at least ${range}_min_${unit}.`,
      })
  }
  return {
    types: itemsOf(params['type']) as ObjectType[] | undefined,
    owners: itemsOf(params['owner']),
    altitudeMinKm: bound('altitude_min_km'),
    altitudeMaxKm: bound('altitude_max_km'),
    inclinationMinDeg: bound('inclination_min_deg'),
    inclinationMaxDeg: bound('inclination_max_deg'),
    ids: itemsOf(params['ids'])?.map(Number),
  }
}

function text(pattern: RegExp, description: string, example: string) {
  return v.pipe(v.string(), v.regex(pattern), v.description(description), v.examples([example]))
}

/** A list that is valid if each item is valid. It stays a string, which `itemsOf` splits. */
function list(description: string, example: string, isItem: (item: string) => boolean, max = 50) {
  return v.pipe(
    v.string(),
    v.transform((text) => {
      const items = text.split(',')
      return items.length <= max && items.every(isItem) ? text : ''
    }),
    v.string(),
    v.regex(/^[A-Za-z0-9_/,]{1,1000}$/),
    v.description(description),
    v.examples([example]),
  )
}

function itemsOf(list: unknown): string[] | undefined {
  return typeof list === 'string' ? list.split(',') : undefined
}

function decimal(description: string, example: number, min: number, max: number) {
  return v.pipe(
    v.string(),
    v.regex(/^(0|[1-9][0-9]{0,6})(\.[0-9]{1,6})?$/),
    v.transform(Number),
    v.number(),
    v.minValue(min),
    v.maxValue(max),
    v.description(description),
    v.examples([example]),
  )
}
