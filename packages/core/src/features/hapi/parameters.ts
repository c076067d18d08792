import * as v from 'valibot'
import { DATASETS, type Dataset, type Parameter, TIME } from '#features/hapi/datasets'
import { FORMATS, type Format } from '#features/hapi/formats'
import { HapiError, type RefusalCode } from '#features/hapi/status'
import { parseHapiTime } from '#features/hapi/time'
import { maxSpanDays } from '#features/space-weather/series/recorded-series'
import type { Span } from '#features/space-weather/series/series-span'
import { optional } from '#kernel/endpoint/query-parameters'
import { days } from '#kernel/kit/time'

/** The parameters of a request by name. */
export type HapiQuery = ReadonlyMap<string, string>

/** HAPI 2 names, which clients still send, with the corresponding HAPI 3 names. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['id', 'dataset'],
  ['time.min', 'start'],
  ['time.max', 'stop'],
])

/**
 * Reads the query of a request target. Unknown parameters are errors, because a client would otherwise assume
 * that they were applied.
 *
 * @throws HapiError 1401 for a name that is not in `names`, 1400 for a repeated name.
 */
export function readQuery(target: string, names: readonly string[]): HapiQuery {
  const query = new Map<string, string>()
  for (const [given, value] of new URLSearchParams(target.replace(/^[^?]*\??/, ''))) {
    const name = OLD_NAMES.get(given) ?? given
    if (!names.includes(name))
      throw new HapiError(1401, names.length > 0 ? `expected ${names.join(', ')}` : 'expected none')
    if (query.has(name)) throw new HapiError(1400, `${name} is given twice`)
    query.set(name, value)
  }
  return query
}

/** @throws HapiError 1400 */
function requiredOf(query: HapiQuery, name: string): string {
  const value = query.get(name)
  if (value === undefined) throw new HapiError(1400, `${name} is missing`)
  return value
}

/** Declares a parameter with a fixed set of values: its schema, and how it is read from a request. */
function choice<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
  code: RefusalCode,
  description: string,
  expected = options.join(', '),
) {
  return {
    schema: optional(v.pipe(v.picklist(options), v.description(description), v.examples([options[0]]))),
    /** Returns the value, if given. Throws a HapiError with the code for an invalid value. */
    of(query: HapiQuery): T | undefined {
      const value = query.get(name)
      const chosen = options.find((option) => option === value)
      if (chosen !== value) throw new HapiError(code, `expected ${expected}`)
      return chosen
    },
  }
}

/** The parameter that has no effect. */
export const references = choice(
  'resolve_references',
  ['true', 'false'],
  1412,
  'Has no effect, because no response has references',
  'true or false',
)

// HAPI 3.3.1 has a code of its own for this, which the schema of 3.3 does not allow.
export const depth = choice('depth', ['dataset'], 1400, 'Items to list: dataset', 'depth=dataset')

const included = choice(
  'include',
  ['header'],
  1410,
  'Data to send before the records: header, the response of /hapi/info in lines that begin with #',
)

const format = choice(
  'format',
  Object.keys(FORMATS) as [Format, ...Format[]],
  1409,
  'Format: csv, binary or json; default csv',
)

const DATASET_IDS = DATASETS.map(({ id }) => id)

/** The parameters that select columns of a dataset. */
export const selectionParameters = {
  dataset: v.pipe(
    v.picklist(DATASET_IDS),
    v.description(`Dataset: ${DATASET_IDS.join(', ')}; id is an older name of this parameter`),
    v.examples(['kp_3h']),
  ),
  parameters: optional(
    v.pipe(
      v.string(),
      v.regex(/^([A-Za-z][a-z0-9_]*(,[a-z][a-z0-9_]*)*)?$/),
      v.maxLength(100),
      v.description(
        'Parameters of the dataset, in the order of the dataset, separated by commas; Time is always ' +
          'included; default all',
      ),
      v.examples(['Time,kp']),
    ),
  ),
}

/** Dataset of a request and the parameters that it selects. */
export interface Selected {
  readonly dataset: Dataset
  readonly parameters: readonly Parameter[]
}

/**
 * Returns the dataset and the parameters that a request selects; all parameters by default.
 *
 * @throws HapiError 1400, 1406, 1407 or 1411
 */
export function selectedBy(query: HapiQuery): Selected {
  const id = requiredOf(query, 'dataset')
  const dataset = DATASETS.find((each) => each.id === id)
  if (!dataset) throw new HapiError(1406, `expected ${DATASET_IDS.join(', ')}`)
  const list = query.get('parameters') ?? ''
  if (list === '') return { dataset, parameters: dataset.parameters }
  const names = [TIME, ...dataset.parameters.map(({ name }) => name)]
  const places = list.split(',').map((name) => names.indexOf(name))
  const order = `expected one or more of ${names.join(', ')}, in this order`
  if (places.includes(-1)) throw new HapiError(1407, order)
  if (places.some((place, i) => place <= (places[i - 1] ?? -1))) throw new HapiError(1411, order)
  return { dataset, parameters: dataset.parameters.filter((_, i) => places.includes(i + 1)) }
}

/** The parameters of a request for records. */
export const dataParameters = {
  dataset: selectionParameters.dataset,
  start: timeParameter('Start of the span, inclusive', 'time.min', '2026-11-20'),
  stop: timeParameter('End', 'time.max', '2026-11-21'),
  parameters: selectionParameters.parameters,
  include: included.schema,
  format: format.schema,
}

function timeParameter(description: string, oldName: string, example: string) {
  return v.pipe(
    v.string(),
    v.regex(/^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?|-[0-9]{3})?(T[0-9:.]{2,20})?Z?$/),
    v.maxLength(40),
    v.description(
      `${description}: a time of HAPI in UTC such as 2026-11-20T12:34Z or 2026-324; ${oldName} is an older name`,
    ),
    v.examples([example]),
  )
}

/** A request for records. */
export interface DataRequest extends Selected, Span {
  readonly format: Format
  readonly hasHeader: boolean
}

/**
 * Reads a request for records.
 * @throws HapiError
 */
export function readRequest(query: HapiQuery): DataRequest {
  const selected = selectedBy(query)
  const requested = format.of(query) ?? 'csv'
  const hasHeader = included.of(query) !== undefined || requested === 'json'
  const startMs = timeOf(query, 'start', 1402)
  const stopMs = timeOf(query, 'stop', 1403)
  if (startMs >= stopMs) throw new HapiError(1404)
  const maxDays = maxSpanDays(selected.dataset.id)
  if (stopMs - startMs > days(maxDays)) throw new HapiError(1408, `expected at most ${maxDays} days`)
  return { ...selected, startMs, stopMs, format: requested, hasHeader }
}

function timeOf(query: HapiQuery, name: string, code: RefusalCode): number {
  const at = parseHapiTime(requiredOf(query, name))
  if (at === undefined) throw new HapiError(code, 'expected a time such as 2026-11-20T12:34:00Z or 2026-324')
  return at
}
