import { toOmm } from '#catalogue/elements/element-fields'
import type { ElementSet } from '#catalogue/elements/element-set'
import { formatOmm } from '#catalogue/elements/omm-formats'
import { MAX_FIVE_DIGITS, toThreeLines } from '#catalogue/elements/three-lines'

/** The names of the formats; `OMM` and `TLET` are what some clients send. */
const FORMATS = ['CSV', 'JSON', 'JSON-PRETTY', 'KVN', 'XML', 'TLE', '3LE', '2LE'] as const

/** A format of CelesTrak's element sets. */
export type GpFormat = (typeof FORMATS)[number]

const ALIASES: Readonly<Record<string, GpFormat>> = { OMM: 'XML', TLET: 'TLE', '3LE': 'TLE' }

/** The formats as they are listed for people. */
export const GP_FORMAT_NAMES = FORMATS.join(', ')

/** The media type of each format. */
export const GP_TYPES: Readonly<Record<GpFormat, string>> = {
  CSV: 'text/csv',
  JSON: 'application/json',
  'JSON-PRETTY': 'application/json',
  KVN: 'text/plain',
  XML: 'application/xml',
  TLE: 'text/plain',
  '3LE': 'text/plain',
  '2LE': 'text/plain',
}

/** Finds a format by the name that a client sends, in any case; `undefined` for another name. */
export function findGpFormat(name: string): GpFormat | undefined {
  const upper = name.toUpperCase()
  return ALIASES[upper] ?? FORMATS.find((format) => format === upper)
}

/** The text of some element sets, and the catalogue numbers that it cannot have. */
interface GpText {
  readonly text: string
  readonly omitted: readonly number[]
}

/**
 * Formats element sets as CelesTrak does. A TLE has five digits for the catalogue number: longer ones are
 * omitted or, with `hasAlpha5`, written in Alpha-5 as far as that goes.
 *
 * @param created Date of creation of the messages, ISO 8601 UTC.
 */
export function formatGp(
  elementSets: readonly ElementSet[],
  format: GpFormat,
  { created, hasAlpha5 }: { readonly created: string; readonly hasAlpha5: boolean },
): GpText {
  switch (format) {
    case 'JSON':
    case 'JSON-PRETTY':
      return { text: formatJson(elementSets, format === 'JSON' ? 0 : 4), omitted: [] }
    case 'CSV':
    case 'KVN':
    case 'XML':
      return {
        text: formatOmm(elementSets, format.toLowerCase() as 'csv' | 'kvn' | 'xml', created),
        omitted: [],
      }
    default:
      return formatTle(elementSets, format !== '2LE', hasAlpha5 ? Infinity : MAX_FIVE_DIGITS)
  }
}

/** An object without a designator has an empty one: clients take it for text. */
function formatJson(elementSets: readonly ElementSet[], indent: number): string {
  const messages = elementSets.map((set) =>
    toOmm({ ...set, internationalDesignator: set.internationalDesignator ?? '' }),
  )
  return `${JSON.stringify(messages, null, indent)}\r\n`
}

/** Lines end with CRLF, and names have 24 columns or more. */
function formatTle(elementSets: readonly ElementSet[], hasNames: boolean, highest: number): GpText {
  const omitted: number[] = []
  const lines = elementSets.flatMap((set) => {
    const written = set.noradId <= highest ? toThreeLines(set) : null
    if (!written) {
      omitted.push(set.noradId)
      return []
    }
    const { name, line1, line2 } = written
    return [...(hasNames ? [name.padEnd(24)] : []), line1, line2]
  })
  return { text: lines.map((line) => `${line}\r\n`).join(''), omitted }
}
