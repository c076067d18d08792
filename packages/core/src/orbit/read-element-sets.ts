import { newestUsable, type ParsedElementSets, parseElementSets } from '#orbit/omm'
import { linesOf, readThreeLines } from '#orbit/read-three-lines'

/**
 * Reads a catalogue, OMM JSON or CSV, or TLE of two or three lines with Alpha-5, the newest epoch of an object winning;
 * throws a SyntaxError, which never quotes the text, when it is something else.
 */
export function readElementSets(text: string): ParsedElementSets {
  const plain = text.replace(/^\uFEFF/, '')
  const lines = linesOf(plain)
  return lines.length > 0 ? newestUsable(lines.map(readThreeLines)) : parseElementSets(plain)
}
