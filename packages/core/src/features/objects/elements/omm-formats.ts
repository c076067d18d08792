import { escaped } from '@space-data/charts/text'
import Papa from 'papaparse'
import { OMM_NAMES, type Omm, toOmm } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { piecesOf, slicesOf } from '#kernel/kit/slices'

/** The forms of Orbit Mean-Elements Messages (CCSDS 502.0-B-3), as CelesTrak names them. */
export const ommFormats = ['json', 'csv', 'kvn', 'xml'] as const
export type OmmFormat = (typeof ommFormats)[number]

/** Media type of each form. The media type of JSON is our own, as `application/json` is the envelope. */
export const OMM_TYPES = {
  json: 'application/vnd.space-data.omm+json',
  csv: 'text/csv',
  kvn: 'text/plain',
  xml: 'application/xml',
} as const satisfies Record<OmmFormat, string>

/** Formats element sets as OMM JSON, which `readElementSets` reads back exactly. */
export function formatOmmJson(elementSets: readonly ElementSet[]): string {
  return [...jsonPieces(elementSets)].join('')
}

/** Formats element sets as OMM: all pieces of `ommPieces` in one text. */
export function formatOmm(elementSets: readonly ElementSet[], format: OmmFormat, created: string): string {
  return [...ommPieces(elementSets, format, created)].join('')
}

/**
 * Formats element sets as OMM, piece by piece. JSON and CSV have only the fields. KVN and XML are complete
 * messages, with `created` (ISO 8601 UTC) as their date of creation. Numbers keep every digit.
 */
export function ommPieces(
  elementSets: readonly ElementSet[],
  format: OmmFormat,
  created: string,
): Generator<string> {
  switch (format) {
    case 'json':
      return jsonPieces(elementSets)
    case 'csv':
      return csvPieces(elementSets)
    case 'kvn':
      return piecesOf(elementSets, '\n', (elements) => formatKvn(toOmm(elements), created))
    case 'xml':
      return xmlPieces(elementSets, created)
  }
}

function* jsonPieces(elementSets: readonly ElementSet[]): Generator<string> {
  yield '[\n'
  yield* piecesOf(elementSets, ',\n', (elements) => JSON.stringify(toOmm(elements)))
  yield '\n]\n'
}

/** Sections of a message and their fields, in the order of the standard. */
const METADATA = {
  CENTER_NAME: 'EARTH',
  REF_FRAME: 'TEME',
  TIME_SYSTEM: 'UTC',
  MEAN_ELEMENT_THEORY: 'SGP4',
} as const
const MEAN_ELEMENTS = OMM_NAMES.slice(2, 9)
const TLE_PARAMETERS = OMM_NAMES.slice(9)
const ORIGINATOR = 'SPACE-DATA'
const VERSION = '3.0'

function* csvPieces(elementSets: readonly ElementSet[]): Generator<string> {
  yield `${OMM_NAMES.join(',')}\n`
  for (const slice of slicesOf(elementSets, 100)) {
    const rows = slice.map(toOmm).map((omm) => OMM_NAMES.map((column) => omm[column]))
    yield `${Papa.unparse(rows, { newline: '\n' })}\n`
  }
}

/** The standard requires `UNKNOWN` for an object without a designator. */
function designatorOf(omm: Omm): string {
  return omm.OBJECT_ID ?? 'UNKNOWN'
}

function formatKvn(omm: Omm, created: string): string {
  const pairs = [
    ['CCSDS_OMM_VERS', VERSION],
    ['CREATION_DATE', created.replace(/Z$/, '')],
    ['ORIGINATOR', ORIGINATOR],
    ['OBJECT_NAME', omm.OBJECT_NAME],
    ['OBJECT_ID', designatorOf(omm)],
    ...Object.entries(METADATA),
    ...[...MEAN_ELEMENTS, ...TLE_PARAMETERS].map((name) => [name, String(omm[name])]),
  ]
  return pairs.map(([name = '', value]) => `${name.padEnd(19)} = ${value}\n`).join('')
}

function* xmlPieces(elementSets: readonly ElementSet[], created: string): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<ndm>\n'
  const header = element('CREATION_DATE', created.replace(/Z$/, '')) + element('ORIGINATOR', ORIGINATOR)
  yield* piecesOf(elementSets, '', (elements) => formatXml(toOmm(elements), header))
  yield '</ndm>\n'
}

const METADATA_XML = Object.entries(METADATA)
  .map(([name, value]) => element(name, value))
  .join('')

function formatXml(omm: Omm, header: string): string {
  const fields = (names: readonly (keyof Omm)[]) => names.map((name) => element(name, omm[name])).join('')
  return (
    `<omm id="CCSDS_OMM_VERS" version="${VERSION}"><header>${header}</header><body><segment>` +
    `<metadata>${element('OBJECT_NAME', omm.OBJECT_NAME)}` +
    `${element('OBJECT_ID', designatorOf(omm))}${METADATA_XML}</metadata>` +
    `<data><meanElements>${fields(MEAN_ELEMENTS)}</meanElements>` +
    `<tleParameters>${fields(TLE_PARAMETERS)}</tleParameters></data></segment></body></omm>\n`
  )
}

function element(name: string, value: Omm[keyof Omm]): string {
  return `<${name}>${typeof value === 'number' ? value : escaped(String(value))}</${name}>`
}
