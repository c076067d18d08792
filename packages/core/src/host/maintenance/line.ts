import * as v from 'valibot'
import { kinds, type Moved, memberOf, members } from '#host/maintenance/kinds'
import type { MovedRecord } from '#host/maintenance/moved-kind'
import { snakeCased } from '#storage/records/record-kind'
import { instant, matching, whole } from '#storage/records/schemas'
import { toStored } from '#storage/stored-case'

const FORMAT = 'space-data-store'
/** Any change of the format needs a new version. */
const VERSION = 1

const header = v.strictObject({
  type: v.literal('header'),
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  exported_at: instant,
})

const counts = Object.fromEntries(members.map((member) => [member, whole])) as Record<
  keyof Moved,
  typeof whole
>

const end = v.strictObject({
  type: v.literal('end'),
  counts: snakeCased(v.strictObject(counts)),
  /** SHA-256 of all lines before this one, including their line breaks. */
  sha256: v.string(),
})

/** Identifies a set of upstream origins, as in the keys of `docs/storage.md`. */
const origins = v.pipe(v.string(), v.maxLength(1_000))

const schemas = new Map<string, v.GenericSchema<unknown, MovedRecord>>(
  members.map((member) => {
    const { type, id, schema, hasOrigins } = kinds[member]
    const named = { type: v.literal(type), id: matching(id), record: schema }
    return [type, hasOrigins ? v.strictObject({ ...named, origins }) : v.strictObject(named)]
  }),
)

/** A valid line with a record, and the member of `Moved` that counts it. */
export interface Entry extends MovedRecord {
  readonly type: 'record'
  readonly member: keyof Moved
}

/** The last line of an export. */
export type End = v.InferOutput<typeof end>

/** A parsed line. */
export type Line = v.InferOutput<typeof header> | End | Entry

/**
 * Parses a line.
 *
 * @throws TypeError if it is invalid; the message says what is wrong
 */
export function parseLine(text: string): Line {
  const line = parseJson(text)
  const type = v.is(v.object({ type: v.string() }), line) ? line.type : ''
  if (type === 'header') return parse(header, line)
  if (type === 'end') return parse(end, line)
  const member = memberOf(type)
  return { ...parse(schemas.get(type)!, line), type: 'record', member }
}

function parse<T>(schema: v.GenericSchema<unknown, T>, line: unknown): T {
  const result = v.safeParse(schema, line)
  if (result.success) return result.output
  throw new TypeError(`${v.getDotPath(result.issues[0]) ?? 'the line'} is invalid`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('not valid JSON')
  }
}

/** Returns the first line of an export. */
export function encodeHeader(exported_at: string): string {
  return encodeLines([{ type: 'header', format: FORMAT, version: VERSION, exported_at }])
}

/** Returns the last line of an export. */
export function encodeEnd(moved: Moved, sha256: string): string {
  return encodeLines([{ type: 'end', counts: toStored(moved), sha256 }])
}

/** Encodes lines with their line breaks. */
export function encodeLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
