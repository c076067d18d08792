import { ELEMENT_FIELDS } from '#catalogue/elements/element-fields'
import { type Row, toRows } from '#upstreams/parse/fields'
import { ShapeError } from '#upstreams/parse/shape'

/** OMM fields that every propagator needs: all but text. */
const REQUIRED = ELEMENT_FIELDS.flatMap(([, , name, type]) => (type === 'STRING' ? [] : [name]))

/**
 * Returns the error for OMM text without a usable element set; names the first required field it lacks, if
 * any.
 */
export function elementSetMismatch(text: string, cause?: unknown): ShapeError {
  const names = text.trimStart().startsWith('[') ? namesInJson(text) : namesInCsv(text)
  const missing =
    names.has('NORAD_CAT_ID') || names.has('EPOCH') ? REQUIRED.find((name) => !names.has(name)) : undefined
  if (missing) return new ShapeError(`${missing} is missing`, { cause })
  return new ShapeError(names.size === 0 ? 'there are no element sets' : 'no usable element set', {
    cause,
  })
}

function namesInJson(text: string): Set<string> {
  return new Set(tryParseRows(text).flatMap((row) => Object.keys(row)))
}

function tryParseRows(text: string): Row[] {
  try {
    return toRows(JSON.parse(text))
  } catch {
    return []
  }
}

function namesInCsv(text: string): Set<string> {
  const [header = ''] = text.trimStart().split('\n', 1)
  return new Set(header.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
}
