import * as v from 'valibot'
import { optional } from '#endpoint/query-parameters'
import { days } from '#kit/time'
import { DATASETS, type Dataset, type Parameter, TIME } from '#space-weather/hapi/datasets'
import { FORMATS, type Format } from '#space-weather/hapi/records'
import { HapiError, type RefusalCode } from '#space-weather/hapi/status'
import { parseHapiTime } from '#space-weather/hapi/time'
import { maxSpanDays } from '#space-weather/series/recorded-series'
import type { Span } from '#space-weather/series/series-span'

/** The parameters of a request by name. */
export type HapiQuery = ReadonlyMap<string, string>

/** Names of HAPI 2, which clients still send, with those of HAPI 3. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['id', 'dataset'],
  ['time.min', 'start'],
  ['time.max', 'stop'],
])

/**
 * Reads the query of a request target. HAPI ignores no parameter: a client would believe that it was applied.
 *
 * @throws HapiError 1401 for a name that is not among `names`, 1400 for one that is given twice.
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

/** A parameter that has one of some values: its schema, and how a request is read. */
function choice<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
  code: RefusalCode,
  description: string,
  expected = options.join(', '),
) {
  return {
    schema: optional(v.pipe(v.picklist(options), v.description(description), v.examples([options[0]]))),
    /** Returns the value, if it is given; throws a HapiError with the code for any other value. */
    of(query: HapiQuery): T | undefined {
      const value = query.get(name)
      const chosen = options.find((option) => option === value)
      if (chosen !== value) throw new HapiError(code, `expected ${expected}`)
      return chosen
    },
  }
}

/** The parameter that makes no difference. */
export const references = choice(
  'resolve_references',
  ['true', 'false'],
  1412,
  'Makes no difference: no response has references',
  'true or false',
)

// HAPI 3.3.1 has a code of its own for this, which the schema of 3.3 does not allow.
export const depth = choice('depth', ['dataset'], 1400, 'What to list: dataset', 'depth=dataset')

const included = choice(
  'include',
  ['header'],
  1410,
  'What to send before the records: header, lines of # with the response of /hapi/info',
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
        'Parameters of the dataset in its order, separated by commas; Time always comes; default all',
      ),
      v.examples(['Time,kp']),
    ),
  ),
}

/** The dataset of a request, with the parameters that it asks for. */
export interface Selected {
  readonly dataset: Dataset
  readonly parameters: readonly Parameter[]
}

/**
 * Returns what `dataset` and `parameters` of a request select: all parameters by default.
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
  start: timeParameter('First instant', 'time.min', '2026-11-20'),
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
