import { NewestElementSets, type ParsedElementSets, parseElementSets } from '#features/objects/elements/omm'
import { parseThreeLines, splitThreeLines } from '#features/objects/elements/read-three-lines'
import { cleanText } from '#kernel/kit/clean-text'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/**
 * Parses a catalogue: OMM as JSON or CSV, or TLE of two or three lines, with Alpha-5. Keeps the newest epoch
 * of each object.
 *
 * @throws SyntaxError, which never quotes the text, if it is anything else.
 */
export function readElementSets(text: string): ParsedElementSets {
  const plain = cleanText(text.replace(/^\uFEFF/, ''))
  const objects = splitThreeLines(plain)
  if (objects.length === 0) return parseElementSets(plain)
  const found = new NewestElementSets()
  for (const each of objects) {
    const row = `line ${each.line}`
    try {
      found.add(parseThreeLines(each), row)
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error
      found.refuse(row, error.message)
    }
  }
  return found.result()
}
