import * as v from 'valibot'
import { byType, exportedKinds, exportedTypes, type Moved } from '#host/maintenance/exported-kinds'
import { instant, matching, whole } from '#storage/records/schemas'

/** Any change of the format needs a new version. */
const FORMAT = { format: 'space-data-store', version: 2 } as const

const header = v.strictObject({
  type: v.literal('header'),
  format: v.literal(FORMAT.format),
  version: v.literal(FORMAT.version),
  exportedAt: instant,
})

const end = v.strictObject({
  type: v.literal('end'),
  counts: v.strictObject(byType(() => whole)),
  /** SHA-256 of all lines before this one, including their line breaks. */
  sha256: v.string(),
})

const entries = exportedTypes.map((type) =>
  v.strictObject({
    type: v.literal(type),
    id: matching(exportedKinds[type].id),
    record: exportedKinds[type].schema,
  }),
)

const line = v.variant('type', [header, end, ...entries])

/** The first line of an export. */
export type Header = v.InferOutput<typeof header>

/** The last line of an export. */
export type End = v.InferOutput<typeof end>

/** A line with a record. */
export type Entry = v.InferOutput<(typeof entries)[number]>

/**
 * Parses a line.
 *
 * @throws TypeError if it is invalid; the message states the reason
 */
export function parseLine(text: string): Header | End | Entry {
  const result = v.safeParse(line, parseJson(text))
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
export function encodeHeader(exportedAt: string): string {
  return encodeLine({ type: 'header', ...FORMAT, exportedAt })
}

/** Returns a line with a record. */
export function encodeEntry(type: keyof Moved, id: string, record: unknown): string {
  return encodeLine({ type, id, record: exportedKinds[type].encode(record) })
}

/** Returns the last line of an export. */
export function encodeEnd(counts: Moved, sha256: string): string {
  return encodeLine({ type: 'end', counts, sha256 })
}

function encodeLine(line: object): string {
  return `${JSON.stringify(line)}\n`
}
