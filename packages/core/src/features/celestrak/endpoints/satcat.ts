import { cachedSatcat } from '#catalogue/celestrak/satcat'
import { CELESTRAK } from '#compat/celestrak/celestrak-endpoint'
import type { CelestrakContext } from '#compat/celestrak/context'
import { compatEndpoint } from '#compat/compat-endpoint'
import { readObjects } from '#debris/object-list/shell-objects'
import { shellProblems } from '#debris/problems'
import { markStale, respondFromObjects } from '#debris/shells/published-run'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import type { ShellRun, Shells } from '#debris/shells/shells'
import { readCached, snapshotKey } from '#endpoint/cached'
import { renderDated } from '#endpoint/text-endpoint'

const path = '/pub/satcat.csv'

/** Serves the SATCAT records of all objects in orbit at CelesTrak's path. */
export const satcatFile = compatEndpoint<CelestrakContext>({
  ...CELESTRAK,
  path,
  operationId: 'getCelestrakSatcat',
  summary: 'SATCAT of all objects in orbit in CelesTrak’s form',
  description:
    'For clients of CelesTrak. The objects of the last run of the shells, with the fields of ' +
    '/satcat/records.php, without decayed objects.',
  ttlMs: SHELL_VALID_MS,
  content: { 'text/csv': null },
  problems: [shellProblems.shell_not_populated, 'upstream_unavailable'],
  isOnMirrors: false,
  refusals: { 404: 'No SATCAT records found' },
  respond: (_, call) =>
    respondFromObjects('The objects of the catalogue are not stored yet.', call, async (run, shells) => {
      const read = readCached(call, snapshotKey(path, { run: run.id }), () => ({
        ttlMs: SHELL_VALID_MS,
        async load(previous) {
          const { source, fetchedAt } = run
          const validUntil = fetchedAt + SHELL_VALID_MS
          const type = 'text/csv; charset=utf-8'
          const pieces = await writeAll(run, shells, call.context)
          const value = await renderDated(pieces, { type, source, fetchedAt, validUntil }, previous)
          return { value, fetchedAt }
        },
      }))
      return markStale(await read, call.now)
    }),
})

async function writeAll(run: ShellRun, shells: Shells, context: CelestrakContext): Promise<string[]> {
  const { satcatCsv, toSatcatRecord } = await import('#compat/celestrak/late')
  const satcat = await cachedSatcat(context)
  const pieces: string[] = []
  for await (const part of readObjects(run, shells)) {
    const records = part.map((object) => toSatcatRecord(object, satcat))
    pieces.push(satcatCsv(records, pieces.length === 0))
  }
  return pieces
}
