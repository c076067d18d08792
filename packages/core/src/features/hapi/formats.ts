import { JSON_TYPE } from '#kernel/endpoint/representation'

/** Fill value for a missing value, as usual in HAPI. It is exactly representable as a double. */
export const FILL = '-1e31'

/** Length of every time in characters. */
export const TIME_LENGTH = 24

/** Media types of records by format; the first is the default. */
export const FORMATS = {
  csv: 'text/csv; charset=utf-8',
  binary: 'application/octet-stream',
  json: JSON_TYPE,
} as const

/** Format of records. */
export type Format = keyof typeof FORMATS
