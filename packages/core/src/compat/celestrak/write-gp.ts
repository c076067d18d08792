import { toOmm } from '#catalogue/elements/element-fields'
import type { ElementSet } from '#catalogue/elements/element-set'
import { formatOmm } from '#catalogue/elements/omm-formats'
import { MAX_FIVE_DIGITS, toThreeLines } from '#catalogue/elements/three-lines'
import { GP_TYPES, type GpFormat } from '#compat/celestrak/gp-formats'
import type { HeldObjects } from '#compat/celestrak/held-objects'
import { type Written, withCrlf } from '#compat/celestrak/written'
import { Problem } from '#kit/problem'
import { iso } from '#kit/time'

/** The most catalogue numbers listed in a header. */
const MAX_OMITTED = 100

/**
 * Writes element sets in a format.
 *
 * @throws Problem `object_not_found` if nothing is left: an empty file would empty the list of a client.
 */
export function writeGp({ objects, fetchedAt }: HeldObjects, format: GpFormat, hasAlpha5: boolean): Written {
  const elementSets = objects.map(({ elements }) => elements)
  const { text, omitted } = formatGp(elementSets, format, { created: iso(fetchedAt), hasAlpha5 })
  if (omitted.length === objects.length) throw new Problem('object_not_found')
  const listed = omitted.slice(0, MAX_OMITTED).join(',')
  const headers = omitted.length > 0 ? ['x-tle-omitted', listed] : []
  return { text, type: `${GP_TYPES[format]}; charset=utf-8`, headers }
}

const OMM_FORMS = { CSV: 'csv', KVN: 'kvn', XML: 'xml' } as const

/** The text of some element sets, and the catalogue numbers that it cannot have. */
interface GpText {
  readonly text: string
  readonly omitted: readonly number[]
}

/**
 * Formats element sets as CelesTrak does, all of whose lines end with CRLF. A TLE has five digits for the
 * catalogue number: longer ones are omitted or, with `hasAlpha5`, written in Alpha-5 as far as that goes.
 *
 * @param created Date of creation of the messages, ISO 8601 UTC.
 */
function formatGp(
  elementSets: readonly ElementSet[],
  format: GpFormat,
  { created, hasAlpha5 }: { readonly created: string; readonly hasAlpha5: boolean },
): GpText {
  switch (format) {
    case 'JSON':
    case 'JSON-PRETTY':
      return { text: withCrlf(formatJson(elementSets, format === 'JSON' ? 0 : 4)), omitted: [] }
    case 'CSV':
    case 'KVN':
    case 'XML':
      return { text: withCrlf(formatOmm(elementSets, OMM_FORMS[format], created)), omitted: [] }
    default:
      return formatTle(elementSets, format !== '2LE', hasAlpha5 ? Infinity : MAX_FIVE_DIGITS)
  }
}

/** An object without a designator has an empty one: clients take it for text. */
function formatJson(elementSets: readonly ElementSet[], indent: number): string {
  const messages = elementSets.map((set) =>
    toOmm({ ...set, internationalDesignator: set.internationalDesignator ?? '' }),
  )
  return `${JSON.stringify(messages, null, indent)}\n`
}

/** Names have 24 columns or more. */
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
