import { GP_TYPES, type GpFormat } from '#features/celestrak/gp-formats'
import type { HeldObjects } from '#features/celestrak/held-objects'
import { jsonArray, type Written, withCrlf } from '#features/celestrak/written'
import { toOmm } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { ommPieces } from '#features/objects/elements/omm-formats'
import {
  MAX_FIVE_DIGITS,
  selectForTle,
  type ThreeLines,
  toThreeLines,
} from '#features/objects/elements/three-lines'
import { objectProblems } from '#features/objects/problems'
import { Problem } from '#kernel/kit/problem'
import { piecesOf } from '#kernel/kit/slices'
import { iso } from '#kernel/kit/time'

/** Maximum number of catalogue numbers in a header. */
const MAX_OMITTED = 100

/**
 * Writes element sets in a format.
 *
 * @throws Problem `object_not_found` if nothing is left, as an empty file would empty the list of a client.
 */
export function writeGp({ objects, fetchedAt }: HeldObjects, format: GpFormat, hasAlpha5: boolean): Written {
  const elementSets = objects.map(({ elements }) => elements)
  const { represented, omitted } = isTle(format)
    ? selectForTle(elementSets, hasAlpha5 ? Infinity : MAX_FIVE_DIGITS)
    : { represented: elementSets, omitted: [] }
  if (represented.length === 0) throw new Problem(objectProblems.object_not_found)
  const listed = omitted.slice(0, MAX_OMITTED).join(',')
  const headers = omitted.length > 0 ? ['x-tle-omitted', listed] : []
  const pieces = gpPieces(represented, format, iso(fetchedAt))
  return { pieces: withCrlf(pieces), type: `${GP_TYPES[format]}; charset=utf-8`, headers }
}

/**
 * Returns whether a format is TLE, which has five digits for the catalogue number. Longer numbers are omitted
 * or written in Alpha-5 if possible.
 */
function isTle(format: GpFormat): boolean {
  return ['TLE', '3LE', '2LE'].includes(format)
}

/**
 * Formats element sets as CelesTrak does, piece by piece.
 *
 * @param created Date of creation of the messages, ISO 8601 UTC.
 */
function gpPieces(elementSets: readonly ElementSet[], format: GpFormat, created: string): Generator<string> {
  switch (format) {
    case 'JSON':
    case 'JSON-PRETTY':
      return jsonArray(elementSets, toGpJson, format === 'JSON' ? 0 : 4)
    case 'CSV':
      return ommPieces(elementSets, 'csv', created)
    case 'KVN':
      return ommPieces(elementSets, 'kvn', created)
    case 'XML':
      return ommPieces(elementSets, 'xml', created)
    default:
      return piecesOf(elementSets, '', format === '2LE' ? twoLines : threeLines)
  }
}

/** An object without a designator has an empty one, as clients expect text. */
function toGpJson(set: ElementSet) {
  return toOmm({ ...set, internationalDesignator: set.internationalDesignator ?? '' })
}

function twoLines(elementSet: ElementSet): string {
  const { line1, line2 } = toThreeLines(elementSet) as ThreeLines
  return `${line1}\n${line2}\n`
}

/** Names are padded to at least 24 columns. */
function threeLines(elementSet: ElementSet): string {
  const { name } = toThreeLines(elementSet) as ThreeLines
  return `${name.padEnd(24)}\n${twoLines(elementSet)}`
}
