import type { ParquetWriter } from 'hyparquet-writer'
import type { Column } from '#features/debris/object-list/columns'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** Parquet types, with both the older and the newer annotation, for readers of either. */
const TYPES = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  DOUBLE: { type: 'DOUBLE' },
  INT32: { type: 'INT32' },
  INSTANT: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  DATE: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
} as const satisfies Record<Column['type'], Omit<SchemaElement, 'name'>>

/** Returns the schema of a file with these columns, all of them nullable. */
export function parquetSchema(columns: readonly Column[]) {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, ...TYPES[type], repetition_type: 'OPTIONAL' as const })),
  ] satisfies SchemaElement[]
}

const DAY_MS = 86_400_000

/** Converts a value of the list: an instant to microseconds (truncated), and a date to days. */
export function toParquetValue(type: Column['type'], value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (type === 'INSTANT') return microseconds(String(value))
  return type === 'DATE' ? Date.parse(String(value)) / DAY_MS : value
}

function microseconds(instant: string): bigint {
  const [seconds = '', fraction = ''] = instant.replace(/Z$/, '').split('.')
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
