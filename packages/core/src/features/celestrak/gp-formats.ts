/** The names of the formats. Some clients send `OMM` and `TLET`. */
const FORMATS = ['CSV', 'JSON', 'JSON-PRETTY', 'KVN', 'XML', 'TLE', '3LE', '2LE'] as const

/** A format of CelesTrak's element sets. */
export type GpFormat = (typeof FORMATS)[number]

const ALIASES: Readonly<Record<string, GpFormat>> = { OMM: 'XML', TLET: 'TLE', '3LE': 'TLE' }

/** The formats as listed in messages. */
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

/** Finds a format by its case-insensitive name; `undefined` for an unknown name. */
export function findGpFormat(name: string): GpFormat | undefined {
  const upper = name.toUpperCase()
  return ALIASES[upper] ?? FORMATS.find((format) => format === upper)
}
