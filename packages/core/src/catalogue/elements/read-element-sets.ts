import { keepNewestUsable, type ParsedElementSets, parseElementSets } from '#catalogue/elements/omm'
import { parseThreeLines, splitThreeLines } from '#catalogue/elements/read-three-lines'

/**
 * Parses a catalogue: OMM as JSON or CSV, or TLE of two or three lines, with Alpha-5. Keeps the newest epoch
 * of each object.
 *
 * @throws SyntaxError, which never quotes the text, if it is anything else.
 */
export function readElementSets(text: string): ParsedElementSets {
  const plain = text.replace(/^\uFEFF/, '')
  const lines = splitThreeLines(plain)
  return lines.length > 0 ? keepNewestUsable(lines.map(parseThreeLines)) : parseElementSets(plain)
}
