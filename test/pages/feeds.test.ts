import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { referenceSources } from '../../packages/core/src/features/reference/endpoints/ref-sources.ts'
import { WEEK_PRODUCTS } from '../../packages/core/src/features/space-weather/series/record-series.ts'
import { readStatus } from '../../packages/core/src/features/status/report.ts'
import { checkUpstreams } from '../../packages/core/src/features/upstream-check/check-upstreams.ts'
import { dataEndpoint } from '../../packages/core/src/kernel/endpoint/data-endpoint.ts'
import { feedsOf } from '../../packages/core/src/kernel/endpoint/endpoint-feeds.ts'
import { instant, quantity, text } from '../../packages/core/src/kernel/endpoint/schemas.ts'
import { fromFeed } from '../../packages/core/src/kernel/endpoint/source.ts'
import { type Upstream, upstream } from '../../packages/core/src/kernel/upstreams/upstream.ts'
import { NOON, testContext } from '../support/context.ts'
import { endpoints, feeds } from '../support/table.ts'

const core = fileURLToPath(new URL('../../packages/core/src/', import.meta.url))

interface RadioFlux {
  readonly at: number
  readonly flux: number
}

const madeUpFeed = (id: string, fallback?: Upstream<unknown, RadioFlux>) =>
  upstream<unknown, RadioFlux>({
    id,
    provider: 'swpc',
    label: '10.7 cm radio flux',
    target: () => `/${id}.json`,
    probeParams: undefined,
    parse: (body) => JSON.parse(body),
    newestAt: ({ at }) => at,
    cadenceMs: 86_400_000,
    ...(fallback && { fallback }),
  })

const radioFlux = dataEndpoint({
  path: '/v1/space-weather/radio-flux',
  operationId: 'getNoonFlux',
  summary: 'Solar radio flux at 10.7 cm',
  tag: 'Space weather',
  access: 'key',
  ttlMs: 3_600_000,
  data: v.strictObject({
    flux_sfu: quantity('Solar radio flux at 10.7 cm in solar flux units', 142, 0, 1_000),
    as_of: instant('Instant the value refers to'),
    source: text('Where it comes from', 'NOAA SWPC'),
  }),
  source: fromFeed(madeUpFeed('made-up', madeUpFeed('made-up-fallback')), ({ at, flux }, { source }) => ({
    flux_sfu: flux,
    as_of: new Date(at).toISOString(),
    source,
  })),
})

const table = [...endpoints, radioFlux]
const ids = ['made-up', 'made-up-fallback']

test('a made-up feed is listed with its fallback because an endpoint uses it', () => {
  const added = feedsOf(table).slice(feeds.length)
  expect(added.map(({ id, primaryId }) => [id, primaryId])).toEqual(ids.map((id) => [id, 'made-up']))
})

test('a made-up feed is in /status with the path that it serves', async () => {
  const context = testContext()
  context.table.fill(table)
  const { upstreams } = (await readStatus(context)).report
  const rows = upstreams.filter(({ id }) => ids.includes(id))
  expect(rows.map(({ id, endpoints }) => [id, endpoints])).toEqual(ids.map((id) => [id, [radioFlux.path]]))
})

test('a made-up feed is in /ref/sources under its provider', async () => {
  const context = testContext()
  context.table.fill(table)
  const request = { waitUntil: () => {} } as never
  const reply = await referenceSources.respond({ params: {}, request, context, now: NOON })
  if (!('snapshot' in reply)) throw new Error('no representation')
  const { data } = JSON.parse(new TextDecoder().decode(reply.snapshot.value.body))
  const swpc = data.sources.find(({ provider }: { provider: string }) => provider === 'NOAA SWPC')
  expect(swpc.feeds).toEqual(expect.arrayContaining(ids))
})

test('a made-up feed is read by the weekly check, and its fallback for itself', async () => {
  const fetched: string[] = []
  const context = {
    ...testContext(),
    fetch: async (input: unknown) => {
      fetched.push(new URL(String(input)).pathname)
      return Response.json({ at: NOON, flux: 142 })
    },
  }
  const report = await checkUpstreams(feedsOf([radioFlux]), context, { paceMs: 0 })
  expect(fetched).toEqual(['/made-up.json', '/made-up-fallback.json'])
  expect(report.upstreams.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'operational']))
})

test('every feed that a file declares is used by an endpoint, or by a job for one', async () => {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /\b(upstream|measured|measurementFeed|rtswFeeds)[<(]/.test(readFileSync(join(core, file), 'utf8')),
    )
  const declared: string[] = []
  for (const file of files) {
    const exports: Record<string, unknown> = await import(join(core, file))
    declared.push(...Object.values(exports).flatMap((each) => (isUpstream(each) ? each.id : [])))
  }
  expect(declared.length).toBeGreaterThan(10)
  const used = new Set([...feeds, ...WEEK_PRODUCTS.flat()].map(({ id }) => id))
  expect(declared.filter((id) => !used.has(id))).toEqual([])
})

function isUpstream(value: unknown): value is Upstream<unknown, unknown> {
  return typeof value === 'object' && value !== null && 'probeParams' in value && 'target' in value
}
