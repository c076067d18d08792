import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { changeColumns, objectColumns } from '#features/debris/object-list/columns'
import { headFacts, ListSums } from '#features/debris/object-list/facts'
import {
  type ListQuery,
  type ListRow,
  readItems,
  readRemovedRows,
  valueIn,
} from '#features/debris/object-list/list'
import { parquetSchema, toParquetValue } from '#features/debris/object-list/parquet-types'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { endOfTurn } from '#kernel/kit/end-of-turn'

/**
 * Objects per row group. A group takes about 15 ms to write, and 1 MB. Groups of 3,000 would make the file 7
 * % smaller.
 */
const ROWS_PER_GROUP = 1_000
/** Size of a chunk of the stream in bytes. */
const CHUNK_BYTES = 65_536

/**
 * Yields a list as a Parquet file, one row group at a time. Head and trailer are its key-value metadata, in
 * JSON. `sha256` is the hash of the first `data_bytes` bytes of the file, which contain all rows.
 * @throws RunGoneError
 */
export async function* listParquet(
  run: ShellRun,
  query: ListQuery,
  shells: Shells,
): AsyncGenerator<Uint8Array> {
  const columns = query.since === undefined ? objectColumns : changeColumns
  const columnsOf = (rows: readonly ListRow[]) =>
    columns.map(({ name, type }) => ({
      name,
      data: rows.map((row) => toParquetValue(type, valueIn(row, name))),
    }))
  const sums = new ListSums(run, query)
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({ writer: bytes, schema: parquetSchema(columns) })
  const taken = () => {
    const block = bytes.getBytes().slice()
    bytes.index = 0
    return block
  }
  const groups = rowGroups(run, query, shells)
  /** Releases the rows while their bytes wait for the reader. */
  const nextBlock = async () => {
    const { value: rows } = await groups.next()
    if (!rows) return undefined
    sums.addRows(rows)
    const columnData = columnsOf(rows)
    // Decoding the rows takes as long as writing them.
    await endOfTurn()
    await writer.write({ columnData, rowGroupSize: ROWS_PER_GROUP })
    return taken()
  }
  for (let block = await nextBlock(); block; block = await nextBlock()) {
    yield* chunksOf(sums.addBytes(block))
  }
  const data_bytes = bytes.offset
  if (bytes.index > 0) sums.addBytes(bytes.getBytes())
  const facts = { ...headFacts(run), ...sums.trailer(), data_bytes }
  writer.kvMetadata = [{ key: 'space_data', value: JSON.stringify(facts) }]
  await writer.finish()
  yield* chunksOf(taken())
}

async function* rowGroups(
  run: ShellRun,
  query: ListQuery,
  shells: Shells,
): AsyncGenerator<ListRow[], undefined> {
  const rows: ListRow[] = []
  for await (const items of readItems(run, query, shells)) {
    rows.push(...items)
    if (rows.length >= ROWS_PER_GROUP) yield rows.splice(0, ROWS_PER_GROUP)
  }
  rows.push(...(await readRemovedRows(run, query, shells)))
  while (rows.length > 0) yield rows.splice(0, ROWS_PER_GROUP)
}

function* chunksOf(block: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < block.byteLength; from += CHUNK_BYTES)
    yield block.subarray(from, from + CHUNK_BYTES)
}
