import * as v from 'valibot'
import type { CheckReport } from '#store/check-reports'
import type { ShellRun } from '#store/shells'

/** The one format of an export; whatever changes in it makes another version. */
const HEADER = { format: 'space-data-store', version: 1 } as const

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const positive = v.pipe(whole, v.minValue(1))
const instant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'no instant'),
)
/** Names a set of upstream origins, as in the keys of `docs/storage.md`. */
const origins = v.pipe(v.string(), v.maxLength(1_000))
/** A record that is kept whole, and looked at where this depends on it. */
const like = <T>(schema: v.GenericSchema) => v.custom<T>((given) => v.is(schema, given))
const anything = v.custom<NonNullable<unknown> | null>((given) => given !== undefined)

const header = v.strictObject({
  type: v.literal('header'),
  format: v.literal(HEADER.format),
  version: v.literal(HEADER.version),
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
  record: v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    label: v.string(),
    tier: v.string(),
    account: requests.entries.account,
    created_at: instant,
    expires_at: v.nullable(instant),
    revoked_at: v.nullable(instant),
    replaces: v.optional(v.nullable(v.string()), null),
  }),
})

const check = v.strictObject({
  type: v.literal('check'),
  origins,
  report: like<CheckReport>(
    v.object({ began_at: whole, ended_at: whole, upstreams: v.array(v.object({ id: v.string() })) }),
  ),
})

/** Begins a run, by its `meta`. */
const shells = v.strictObject({
  type: v.literal('shells'),
  origins,
  run: like<ShellRun>(
    v.object({
      id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
      computed_at: whole,
      counts: v.object({ catalogue: whole, stale: whole }),
      samples_by_shell: v.array(whole),
    }),
  ),
})

const part = v.strictObject({
  type: v.literal('shells_part'),
  name: v.pipe(v.string(), v.regex(/^(shell:\d{1,4}|objects:\d{1,4}|left|diff)$/)),
  value: anything,
})

/** Ends a run that is there with all its parts. */
const published = v.strictObject({ type: v.literal('shells_end') })

/** How much an export holds. */
export interface Moved {
  readonly keys: number
  /** Counts of one account on one day. */
  readonly requests: number
  readonly checks: number
  readonly shells: number
}

const end = v.strictObject({
  type: v.literal('end'),
  keys: whole,
  requests: whole,
  checks: whole,
  shells: whole,
  /** Of all lines before this one, their ends included. */
  sha256: v.string(),
})

const line = v.variant('type', [header, requests, key, check, shells, part, published, end])

/** What a line of an export says. */
export type Line = v.InferOutput<typeof line>
/** A line behind the header. */
export type Entry = Exclude<Line, { type: 'header' }>
/** Those lines of an export that are of one type. */
export type Of<Type extends Line['type']> = Extract<Line, { type: Type }>

/** What the text of a line says; throws with words for what is wrong with it. */
export function parsedLine(text: string): Line {
  const result = v.safeParse(line, parsedJson(text))
  if (result.success) return result.output
  const [issue] = result.issues
  throw new TypeError(`${v.getDotPath(issue) ?? 'it'} is not what it must be`)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('it is not JSON')
  }
}

/** The first line. */
export function headerAt(exported_at: string): Line {
  return { type: 'header', ...HEADER, exported_at }
}

/** Counts what an export holds, by the lines that say so. */
export function tallyOf(): { add(type: Line['type']): void; readonly moved: Moved } {
  const moved = { keys: 0, requests: 0, checks: 0, shells: 0 }
  const members: Partial<Record<Line['type'], keyof Moved>> = {
    key: 'keys',
    requests: 'requests',
    check: 'checks',
    shells_end: 'shells',
  }
  return {
    moved,
    add(type) {
      const member = members[type]
      if (member) moved[member] += 1
    },
  }
}
