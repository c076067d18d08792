import * as v from 'valibot'
import { objectTypes } from '#orbit/element-set'
import type { CheckReport } from '#store/repositories/check-reports'
import type { CustomShellDay } from '#store/repositories/custom-shell-days'
import type { CustomShellRecord } from '#store/repositories/custom-shells'
import type { ForecastIssue } from '#store/repositories/kept-forecasts'
import { KEY_ACTIONS, type KeyLogEntry } from '#store/repositories/key-log'
import type { KeyRecord } from '#store/repositories/keys'
import { SERIES, type SeriesDay, type SeriesId } from '#store/repositories/series-day'
import type { ShellRun } from '#store/repositories/shells'
import type { WebhookRecord } from '#store/repositories/webhooks'
import { fromStored, toStored } from '#store/stored-case'

const FORMAT = 'space-data-store'
/** Any change of the format needs a new version. */
const VERSION = 2

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const positive = v.pipe(whole, v.minValue(1))
const instant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not an instant'),
)
/** Identifies a set of upstream origins, as in the keys of `docs/storage.md`. */
const origins = v.pipe(v.string(), v.maxLength(1_000))
/** Schema of a stored record; only the members in `schema` are checked. */
const stored = <T>(schema: v.GenericSchema) =>
  v.pipe(
    v.custom<NonNullable<unknown>>((value) => v.is(schema, value)),
    v.transform((value) => fromStored<T>(value)),
  )
const anything = v.custom<NonNullable<unknown> | null>((value) => value !== undefined)

const header = v.strictObject({
  type: v.literal('header'),
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  exported_at: instant,
})

const requests = v.strictObject({
  type: v.literal('requests'),
  account: v.pipe(v.string(), v.regex(/^[\w.@-]{1,64}$/)),
  /** A UTC day, such as `2026-11-21`. */
  day: v.pipe(v.string(), v.isoDate()),
  count: positive,
})

const key = v.strictObject({
  type: v.literal('key'),
  record: v.pipe(
    v.strictObject({
      id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
      hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      label: v.string(),
      tier: v.string(),
      account: requests.entries.account,
      created_at: instant,
      expires_at: v.nullable(instant),
      revoked_at: v.nullable(instant),
      replaces: v.nullable(v.string()),
      paths: v.exactOptional(v.array(v.string())),
      networks: v.exactOptional(v.array(v.string())),
    }),
    v.transform((record) => fromStored<KeyRecord>(record)),
  ),
})

/** An entry of the log of operations on keys. */
const keyLog = v.strictObject({
  type: v.literal('key_log'),
  name: v.pipe(v.string(), v.regex(/^\d{12}:[0-9a-f-]{36}$/)),
  entry: stored<KeyLogEntry>(
    v.strictObject({
      at: instant,
      by: v.string(),
      action: v.picklist(KEY_ACTIONS),
      key: key.entries.record.pipe[0].entries.id,
      account: requests.entries.account,
      tier: v.string(),
      replaces: v.optional(v.string()),
    }),
  ),
})

/** A list of values of one schema, or of none. */
const listOf = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item))

const webhook = v.strictObject({
  type: v.literal('webhook'),
  account: requests.entries.account,
  record: v.pipe(
    v.strictObject({
      id: v.pipe(v.string(), v.regex(/^wh_[0-9A-Za-z]{20}$/)),
      url: v.pipe(v.string(), v.url(), v.regex(/^https?:/i), v.maxLength(2_048)),
      types: v.pipe(v.array(v.pipe(v.string(), v.regex(/^(\*|\w+(\.\w+)*(\.\*)?)$/))), v.maxLength(20)),
      parameters: v.strictObject({
        norad_ids: listOf(positive),
        altitudes_km: listOf(whole),
        min_g_scale: v.optional(positive),
        min_s_scale: v.optional(positive),
        min_flare_class: v.optional(v.picklist(['M1', 'M5', 'X1', 'X10'])),
      }),
      description: v.nullable(v.string()),
      created_at: instant,
      secret_version: positive,
      rotated_at: v.nullable(instant),
      creation_key: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    v.transform((record) => fromStored<WebhookRecord>(record)),
  ),
})

const shellOfAccount = v.pipe(v.string(), v.regex(/^shl_[0-9A-Za-z]{20}$/))

const customShell = v.strictObject({
  type: v.literal('custom_shell'),
  account: requests.entries.account,
  record: v.pipe(
    v.strictObject({
      id: shellOfAccount,
      name: v.string(),
      grid: v.strictObject({
        min_km: positive,
        max_km: positive,
        step_km: positive,
        latitude_min_deg: v.number(),
        latitude_max_deg: v.number(),
        latitude_step_deg: positive,
      }),
      filter: v.strictObject({
        object_types: listOf(v.picklist(objectTypes)),
        owners: listOf(v.string()),
        inclination_min_deg: v.optional(v.number()),
        inclination_max_deg: v.optional(v.number()),
        constellations: v.optional(v.picklist(['only', 'without'])),
      }),
      created_at: instant,
      creation_key: webhook.entries.record.pipe[0].entries.creation_key,
    }),
    v.transform((record) => fromStored<CustomShellRecord>(record)),
  ),
})

/** The history of a custom shell in a month, such as `2026-11`. */
const customShellMonth = v.strictObject({
  type: v.literal('custom_shell_days'),
  origins,
  id: shellOfAccount,
  month: v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/)),
  days: stored<CustomShellDay[]>(
    v.array(v.object({ day: requests.entries.day, computed_at: whole, t0: whole, samples: v.array(whole) })),
  ),
})

const check = v.strictObject({
  type: v.literal('check'),
  origins,
  report: stored<CheckReport>(
    v.object({ started_at: whole, finished_at: whole, upstreams: v.array(v.object({ id: v.string() })) }),
  ),
})

/** Starts a run of the shells. */
const shells = v.strictObject({
  type: v.literal('shells'),
  origins,
  run: stored<ShellRun>(
    v.object({
      id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
      computed_at: whole,
      counts: v.object({ catalogue: whole, stale: whole }),
      samples_by_shell: v.array(whole),
      custom_shells: v.array(shellOfAccount),
      number: positive,
      highest_id: whole,
      first_ids: v.array(whole),
      previous: v.nullable(v.object({ id: v.string(), computed_at: whole })),
    }),
  ),
})

const part = v.strictObject({
  type: v.literal('shells_part'),
  name: v.pipe(v.string(), v.regex(/^(shell:\d{1,4}|objects:\d{1,4}|left|runs|diff|day|custom:shl_\w{20})$/)),
  value: anything,
})

/** Ends a run, after all of its parts. */
const published = v.strictObject({ type: v.literal('shells_end') })

/** A record of the history of a day: its summary, or the changes of one run. */
const shellDay = v.strictObject({
  type: v.literal('shell_day'),
  origins,
  name: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d:(summary|changes:[\w-]{1,64})$/)),
  value: v.custom<object>((value) => typeof value === 'object' && value !== null),
})

const seriesIds = Object.keys(SERIES) as [SeriesId, ...SeriesId[]]

/** A day of a series of space weather. */
const seriesDay = v.strictObject({
  type: v.literal('series_day'),
  origins,
  series: v.picklist(seriesIds),
  day: requests.entries.day,
  value: v.custom<SeriesDay>((value) => v.is(storedSeriesDay, value)),
})
const storedSeriesDay = v.object({
  revision: whole,
  columns: v.record(v.string(), v.array(v.nullable(v.number()))),
  runs: v.array(v.tuple([v.nullable(v.string()), whole, v.nullable(v.string()), whole])),
})

/** A forecast of Kp as it was issued. */
const forecast = v.strictObject({
  type: v.literal('forecast'),
  origins,
  issue: stored<ForecastIssue>(
    v.object({
      issued_at: whole,
      source: v.string(),
      windows: v.array(v.object({ at: whole, kp: v.number(), g_scale: v.nullable(v.string()) })),
    }),
  ),
})

/** The contents of an export, by number. */
export interface Moved {
  readonly keys: number
  /** Operations on keys in the log. */
  readonly keyLogEntries: number
  /** Request counts, one for each account and day. */
  readonly requests: number
  readonly webhooks: number
  readonly customShells: number
  readonly checks: number
  readonly shells: number
  /** Days of which there is a summary of the shells. */
  readonly days: number
  /** Days of the series of space weather, one for each series and day. */
  readonly seriesDays: number
  /** Forecasts of Kp, as issued. */
  readonly forecasts: number
}

const end = v.strictObject({
  type: v.literal('end'),
  keys: whole,
  keyLogEntries: whole,
  requests: whole,
  webhooks: whole,
  customShells: whole,
  checks: whole,
  shells: whole,
  days: whole,
  seriesDays: whole,
  forecasts: whole,
  /** SHA-256 of all lines before this one, including their line breaks. */
  sha256: v.string(),
})

const anyEnd = v.object({ type: end.entries.type })

const line = v.variant('type', [
  header,
  requests,
  key,
  keyLog,
  webhook,
  customShell,
  customShellMonth,
  check,
  shells,
  part,
  published,
  shellDay,
  seriesDay,
  forecast,
  end,
])

/** A parsed line of an export. */
export type Line = v.InferOutput<typeof line>
/** A line after the header. */
export type Entry = Exclude<Line, { type: 'header' }>
/** A line of one type. */
export type LineOf<Type extends Line['type']> = Extract<Line, { type: Type }>

/**
 * Parses a line.
 *
 * @throws TypeError if it is invalid; the message says what is wrong
 */
export function parseLine(text: string): Line {
  const value = parseJson(text)
  const result = v.safeParse(line, v.is(anyEnd, value) ? fromStored(value) : value)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new TypeError(`${v.getDotPath(issue) ?? 'the line'} is invalid`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('not valid JSON')
  }
}

/** Encodes a line; records in snake_case, as they are stored. */
export function encodeLine(line: Line): string {
  if (line.type === 'key' || line.type === 'webhook' || line.type === 'custom_shell')
    return JSON.stringify({ ...line, record: toStored(line.record) })
  if (line.type === 'key_log') return JSON.stringify({ ...line, entry: toStored(line.entry) })
  if (line.type === 'custom_shell_days') return JSON.stringify({ ...line, days: toStored(line.days) })
  if (line.type === 'check') return JSON.stringify({ ...line, report: toStored(line.report) })
  if (line.type === 'forecast') return JSON.stringify({ ...line, issue: toStored(line.issue) })
  if (line.type === 'shells') return JSON.stringify({ ...line, run: toStored(line.run) })
  return JSON.stringify(line.type === 'end' ? toStored(line) : line)
}

/** Returns the first line of an export. */
export function createHeader(exported_at: string): Line {
  return { type: 'header', format: FORMAT, version: VERSION, exported_at }
}

/** Counts the contents of an export by the types of its lines. */
export function countLines(): { add(line: Line): void; readonly moved: Moved } {
  const members: Partial<Record<Line['type'], keyof Moved>> = {
    key: 'keys',
    key_log: 'keyLogEntries',
    requests: 'requests',
    webhook: 'webhooks',
    custom_shell: 'customShells',
    check: 'checks',
    shells_end: 'shells',
    shell_day: 'days',
    series_day: 'seriesDays',
    forecast: 'forecasts',
  }
  const moved = Object.fromEntries(Object.values(members).map((member) => [member, 0])) as Record<
    keyof Moved,
    number
  >
  return {
    moved,
    add(line) {
      const member = members[line.type]
      const isCounted = line.type !== 'shell_day' || line.name.endsWith(':summary')
      if (member && isCounted) moved[member] += 1
    },
  }
}
