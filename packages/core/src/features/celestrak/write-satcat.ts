import type { SatcatSelection } from '#features/celestrak/satcat-selection'
import { jsonArray, type Written, withCrlf } from '#features/celestrak/written'
import type { SatcatLookup } from '#features/objects/celestrak/satcat'
import { objectProblems } from '#features/objects/problems'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { type SatcatRecord, satcatCsv, toSatcatRecord } from '#features/objects/satcat/satcat-records'
import { Problem } from '#kernel/kit/problem'
import { slicesOf } from '#kernel/kit/slices'

/**
 * Writes the selected records of objects.
 *
 * @throws Problem `object_not_found` if no object is selected.
 */
export function writeSatcat(
  objects: readonly CatalogueObject[],
  { format, ...selection }: SatcatSelection & { readonly format: string },
  satcat: SatcatLookup,
): Written {
  const toRecord = (object: CatalogueObject) => toSatcatRecord(object, satcat)
  const found = selectObjects(objects, toRecord, selection)
  if (found.length === 0) throw new Problem(objectProblems.object_not_found)
  if (format === 'CSV') return { pieces: csvPieces(found, toRecord), type: 'text/csv; charset=utf-8' }
  const pieces = jsonArray(found, toRecord, format === 'JSON' ? 0 : 4)
  return { pieces: withCrlf(pieces), type: 'application/json; charset=utf-8' }
}

/** Returns the objects whose records are wanted, in their order. */
function selectObjects(
  objects: readonly CatalogueObject[],
  toRecord: (object: CatalogueObject) => SatcatRecord,
  { isOfPayloads, isOfActive, max }: SatcatSelection,
): readonly CatalogueObject[] {
  const selected =
    isOfPayloads || isOfActive
      ? objects.filter((object) => {
          const { OBJECT_TYPE, OPS_STATUS_CODE } = toRecord(object)
          return (
            (!isOfPayloads || OBJECT_TYPE === 'PAY') &&
            (!isOfActive || /^[+PBSX]$/.test(OPS_STATUS_CODE ?? ''))
          )
        })
      : objects
  return selected.slice(0, max ?? undefined)
}

function* csvPieces(
  objects: readonly CatalogueObject[],
  toRecord: (object: CatalogueObject) => SatcatRecord,
): Generator<string> {
  let isFirst = true
  for (const slice of slicesOf(objects, 100)) {
    yield satcatCsv(slice.map(toRecord), isFirst)
    isFirst = false
  }
}
