import { representationKind, snapshotKey } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { type Representation, renderBody } from '#declare/representation'
import { markStale, respondFromObjects } from '#endpoints/shell/published'
import { packObjects } from '#feed/packed-objects'
import { SHELL_VALID_MS } from '#shell-validity'

const path = '/globe/objects'

/** Serves the element sets of the published run, packed for the globe. */
export const globeObjects: Endpoint = {
  method: 'GET',
  path,
  operationId: 'getGlobeObjects',
  summary: 'Element sets of all objects, packed',
  description:
    'Binary, little-endian: version 1 and the number n of objects (u32 each), time of the catalogue in epoch ' +
    'milliseconds (f64); then columns of n values: epoch in milliseconds (f64), catalogue number, mean motion ' +
    'in 1e-8 revolutions per day, eccentricity in 1e-7, inclination, right ascension of the ascending node, ' +
    'argument of pericenter and mean anomaly in 1e-4 degrees (u32 each), B* per Earth radius (f32), type (u8: ' +
    'payload, rocket body, debris, unknown); then the names in UTF-8, one per line.',
  tag: 'Pages',
  access: 'public',
  isOffered: ({ mirror }) => !mirror,
  ttlMs: SHELL_VALID_MS,
  upstreams: [],
  pathParameters: {},
  queryParameters: {},
  success: {
    status: 200,
    description: 'The packed element sets',
    content: { 'application/octet-stream': null },
  },
  problems: ['shell_not_populated', 'upstream_unavailable'],
  respond: (call) =>
    respondFromObjects('The objects of the catalogue are not stored yet.', call, async (run, shells) => {
      const { context, request, now } = call
      const key = snapshotKey(path, { run: run.id })
      const kind = representationKind({ ttlMs: SHELL_VALID_MS, stored: false }, async () => ({
        value: renderBody(await packObjects(run, shells), 'application/octet-stream'),
        fetchedAt: run.fetchedAt,
      }))
      const cached = context.snapshots.getCached<Representation>(key, now)
      return markStale(cached ?? (await context.snapshots.read(key, kind, request.waitUntil)), now)
    }),
}
