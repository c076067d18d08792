import type { GlobeObject } from '@space-data/charts'
import { representationKind, snapshotKey } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { type Representation, renderBody } from '#declare/representation'
import { markStale, respondFromObjects } from '#endpoints/shell/published'
import { objectTypes } from '#orbit/element-set'
import { SHELL_VALID_MS } from '#shell-validity'
import { readObjects } from '#store/repositories/shell-objects'
import type { ShellRun, Shells } from '#store/repositories/shells'
import { iso } from '#time'

const path = '/globe/still.svg'
const MAX_OBJECTS = 4_000

/** Serves a picture of the objects around the Earth at the epoch of the published run. */
export const globePicture: Endpoint = {
  method: 'GET',
  path,
  operationId: 'getGlobePicture',
  summary: 'Picture of the objects around the Earth',
  description: `At the epoch of the last run. Of large catalogues it shows an even sample of at most ${MAX_OBJECTS} objects.`,
  tag: 'Pages',
  access: 'public',
  isOffered: ({ mirror }) => !mirror,
  ttlMs: SHELL_VALID_MS,
  upstreams: [],
  pathParameters: {},
  queryParameters: {},
  success: { status: 200, description: 'The picture', content: { 'image/svg+xml': null } },
  problems: ['shell_not_populated', 'upstream_unavailable'],
  respond: (call) =>
    respondFromObjects('The objects of the catalogue are not stored yet.', call, async (run, shells) => {
      const { context, request, now } = call
      const key = snapshotKey(path, { run: run.id })
      const kind = representationKind({ ttlMs: SHELL_VALID_MS, stored: false }, async () => ({
        value: renderBody(await drawStill(run, shells), 'image/svg+xml'),
        fetchedAt: run.fetchedAt,
      }))
      const cached = context.snapshots.getCached<Representation>(key, now)
      return markStale(cached ?? (await context.snapshots.read(key, kind, request.waitUntil)), now)
    }),
}

async function drawStill(run: ShellRun, shells: Shells): Promise<string> {
  const { globeStill, groundPosition } = await import('#pages/index')
  const every = Math.max(1, Math.ceil(run.counts.catalogue / MAX_OBJECTS))
  const objects: GlobeObject[] = []
  let index = 0
  for await (const part of readObjects(run, shells)) {
    for (const { elements, objectType } of part) {
      index += 1
      if (index % every !== 0) continue
      const position = groundPosition(elements, run.t0)
      if (position) objects.push({ ...position, type: objectTypes.indexOf(objectType) })
    }
  }
  const time = iso(run.t0).slice(0, 16).replace('T', ' ')
  return globeStill(objects, `${objects.length} catalogued objects around the Earth, ${time} UTC`)
}
