import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'

/** The interface of the last release. Compressed: people read the breaks, not the document. */
const FILE = new URL('../../../docs/openapi.baseline.json.gz', import.meta.url)

/** Returns the OpenAPI document that the present one must be compatible with. */
export function readBaseline(): object {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as object
}

/** Makes a document the baseline. Without a change the file stays as it is: zlibs differ in their bytes. */
export function acceptBaseline(document: object): void {
  if (isDeepStrictEqual(readBaseline(), document)) return
  // Node writes no time into the header.
  writeFileSync(FILE, gzipSync(JSON.stringify(document), { level: 9 }))
}
