import { CELESTRAK } from '#features/celestrak/celestrak-endpoint'
import type { CelestrakContext } from '#features/celestrak/context'
import { readObjects } from '#features/debris/object-list/shell-objects'
import { shellProblems } from '#features/debris/problems'
import { markStale, respondFromObjects } from '#features/debris/shells/published-run'
import { SHELL_VALID_MS } from '#features/debris/shells/shell-validity'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import { compatEndpoint } from '#features/shared/compat/compat-endpoint'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { renderDated } from '#kernel/endpoint/text-endpoint'

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
  const { satcatCsv, toSatcatRecord } = await import('#features/celestrak/late')
  const satcat = await cachedSatcat(context)
  const pieces: string[] = []
  for await (const part of readObjects(run, shells)) {
    const records = part.map((object) => toSatcatRecord(object, satcat))
    pieces.push(satcatCsv(records, pieces.length === 0))
  }
  return pieces
}
