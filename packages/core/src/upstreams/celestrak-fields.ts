import { type Row, rowsIn } from '#upstreams/checked'
import { ShapeMismatch } from '#upstreams/shape'

/** Without these, by their names in OMM, no propagator can use an element set. */
const REQUIRED = [
  'NORAD_CAT_ID',
  'EPOCH',
  'MEAN_MOTION',
  'ECCENTRICITY',
  'INCLINATION',
  'RA_OF_ASC_NODE',
  'ARG_OF_PERICENTER',
  'MEAN_ANOMALY',
  'BSTAR',
  'MEAN_MOTION_DOT',
  'ELEMENT_SET_NO',
  'REV_AT_EPOCH',
  'EPHEMERIS_TYPE',
]

/** Says why nothing in a text of OMM could be used: the first required field that it does not have, if one is missing. */
export function elementSetMismatch(text: string, cause?: unknown): ShapeMismatch {
  const names = text.trimStart().startsWith('[') ? namesInJson(text) : namesInCsv(text)
  const missing =
    names.has('NORAD_CAT_ID') || names.has('EPOCH') ? REQUIRED.find((name) => !names.has(name)) : undefined
  if (missing) return new ShapeMismatch(`${missing} is missing`, { cause })
  return new ShapeMismatch(names.size === 0 ? 'there are no element sets' : 'no usable element set', {
    cause,
  })
}

function namesInJson(text: string): Set<string> {
  return new Set(rowsOf(text).flatMap((row) => Object.keys(row)))
}

function rowsOf(text: string): Row[] {
  try {
    return rowsIn(JSON.parse(text))
  } catch {
    return []
  }
}

function namesInCsv(text: string): Set<string> {
  const [header = ''] = text.trimStart().split('\n', 1)
  return new Set(header.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1')))
}
