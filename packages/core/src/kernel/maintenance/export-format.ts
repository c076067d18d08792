import * as v from 'valibot'
import type { Counts, ExportedKinds } from '#kernel/storage/records/exported'
import { instant, matching, whole } from '#kernel/storage/records/schemas'

/** Any change of the format needs a new version. */
const FORMAT = { format: 'space-data-store', version: 2 } as const

const header = v.strictObject({
  type: v.literal('header'),
  format: v.literal(FORMAT.format),
  version: v.literal(FORMAT.version),
  exportedAt: instant,
})

/** The first line of an export. */
export type Header = v.InferOutput<typeof header>

/** The last line of an export. */
export interface End {
  readonly type: 'end'
  readonly counts: Counts
  /** SHA-256 of all lines before this one, including their line breaks. */
  readonly sha256: string
}

/** A line with a record. `type` is none of the other lines' types. */
export interface Entry {
  readonly type: string
  readonly id: string
  readonly record: unknown
}

/** The lines of an export of these kinds of records. */
export interface ExportFormat {
  /**
   * Parses a line.
   *
   * @throws TypeError if it is invalid; the message states the reason
   */
  parseLine(text: string): Header | End | Entry
  /** Returns the first line of an export. */
  encodeHeader(exportedAt: string): string
  /** Returns a line with a record. */
  encodeEntry(type: string, id: string, record: unknown): string
  /** Returns the last line of an export. */
  encodeEnd(counts: Counts, sha256: string): string
  /** Returns an object with a member for each type of records. */
  byType<T>(make: (type: string) => T): Record<string, T>
}

/** Creates the format of an export of these kinds. */
export function createExportFormat(kinds: ExportedKinds): ExportFormat {
  const byType = <T>(make: (type: string) => T) =>
    Object.fromEntries(Object.keys(kinds).map((type) => [type, make(type)]))
  const end = v.strictObject({
    type: v.literal('end'),
    counts: v.strictObject(byType(() => whole)),
    sha256: v.string(),
  })
  const entries = Object.entries(kinds).map(([type, { id, schema }]) =>
    v.strictObject({ type: v.literal(type), id: matching(id), record: schema }),
  )
  const line = v.variant('type', [header, end, ...entries])
  return {
    parseLine(text) {
      const result = v.safeParse(line, parseJson(text))
      if (result.success) return result.output as Header | End | Entry
      throw new TypeError(`${v.getDotPath(result.issues[0]) ?? 'the line'} is invalid`)
    },
    encodeHeader: (exportedAt) => encodeLine({ type: 'header', ...FORMAT, exportedAt }),
    encodeEntry: (type, id, record) => encodeLine({ type, id, record: kinds[type]?.encode(record) }),
    encodeEnd: (counts, sha256) => encodeLine({ type: 'end', counts, sha256 }),
    byType,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TypeError('not valid JSON')
  }
}

function encodeLine(line: object): string {
  return `${JSON.stringify(line)}\n`
}
