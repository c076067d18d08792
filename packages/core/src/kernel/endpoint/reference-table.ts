import * as v from 'valibot'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { named } from '#kernel/endpoint/schemas'
import { fromStatic } from '#kernel/endpoint/source'
import { hours } from '#kernel/kit/time'

interface ReferenceTable<Row extends v.ObjectEntries, In extends Context> {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** Name of the list in `data`. */
  readonly name: string
  /** Schema name of a row in the OpenAPI document; the name of the payload's schema is `<rowName>List`. */
  readonly rowName: string
  /** Schema of a row. */
  readonly row: Row
  readonly rows: (context: In) => v.InferOutput<v.StrictObjectSchema<Row, undefined>>[]
}

/** Creates a public endpoint that serves a list of rows. */
export function referenceTable<Row extends v.ObjectEntries, In extends Context = Context>({
  path,
  operationId,
  summary,
  name,
  rowName,
  row,
  rows,
}: ReferenceTable<Row, In>): Endpoint<In> {
  return dataEndpoint({
    path,
    operationId,
    summary,
    tag: 'Reference',
    access: 'reference',
    ttlMs: hours(24),
    data: named(
      `${rowName}List`,
      v.strictObject({
        [name]: v.pipe(v.array(named(rowName, v.strictObject(row))), v.description(summary)),
      }),
    ),
    source: fromStatic((context: In) => ({ [name]: rows(context) })),
  })
}
