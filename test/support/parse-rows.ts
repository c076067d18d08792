import type { RowCounts } from '../../packages/core/src/kernel/upstreams/parse/rows.ts'
import type { Upstream } from '../../packages/core/src/kernel/upstreams/upstream.ts'

/** What a feed makes of a body, how many rows it leaves out, and why the first ones. */
export function parseRows<Params, Value>(
  feed: Pick<Upstream<Params, Value>, 'parse'>,
  body: string,
  now: number,
): { readonly value: Value; readonly unusable: number; readonly reasons: readonly string[] } {
  const seen: RowCounts[] = []
  const value = feed.parse(body, now, { onRows: (counts) => seen.push(counts) })
  const [counts] = seen
  const reasons = counts?.reasons.map(({ row, reason }) => `${row}: ${reason}`) ?? []
  return { value, unusable: counts?.unusable ?? 0, reasons }
}
