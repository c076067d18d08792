import { memory } from '@space-data/core'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dataEndpoint } from '../../packages/core/src/kernel/endpoint/data-endpoint.ts'
import { read as readEndpoint } from '../../packages/core/src/kernel/endpoint/read-data.ts'
import { count, named } from '../../packages/core/src/kernel/endpoint/schemas.ts'
import type { Source } from '../../packages/core/src/kernel/endpoint/source.ts'
import { Problem } from '../../packages/core/src/kernel/kit/problem.ts'
import type { InstanceContext } from '../support/context.ts'
import { NOON, testContext } from '../support/context.ts'

const TTL_MS = 60_000

function endpointOf(load: Source<unknown, { readonly loads: number }>['load']) {
  return dataEndpoint({
    path: '/loads',
    operationId: 'getLoads',
    summary: 'Loads',
    tag: 'Test',
    access: 'public',
    ttlMs: TTL_MS,
    data: named('Loads', v.strictObject({ loads: count('Loads so far', 1) })),
    source: { upstreams: [], stored: true, load },
  })
}

describe('reading a path in this process', () => {
  test('gives one payload to all readers, for as long as clients get its bytes', async () => {
    const context = testContext()
    let loads = 0
    const endpoint = endpointOf(async (_, { now }) => {
      loads += 1
      return { data: { loads }, source: 'here', fetchedAt: now() }
    })
    context.table.fill([endpoint])
    const read = () => readEndpoint(endpoint, { context })
    const first = await read()
    expect(first).toEqual({
      data: { loads: 1 },
      source: 'here',
      fetchedAt: '2026-11-21T12:00:00.000Z',
      validUntil: '2026-11-21T12:01:00.000Z',
    })
    context.time.at += TTL_MS / 2
    expect(await read()).toBe(first)
    context.time.at = NOON + TTL_MS
    expect(await read()).toMatchObject({ data: { loads: 2 } })
  })

  test('another process reads what the first has stored, and a failure is the one that clients get', async () => {
    const backend = memory()
    const [first, second] = [testContext({ backend }), testContext({ backend })]
    const away = endpointOf(() => Promise.reject(new Problem('upstream_unavailable')))
    const read = (endpoint: typeof away, context: InstanceContext) => {
      context.table.fill([endpoint])
      return readEndpoint(endpoint, { context })
    }
    await expect(read(away, second)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    const written = await read(
      endpointOf(async () => ({ data: { loads: 1 }, source: 'here', fetchedAt: NOON })),
      first,
    )
    await first.store.flush()
    second.time.at += 10_000
    expect(await read(away, second)).toEqual(written)
  })

  test('an endpoint that the instance does not offer is a mistake of the program', async () => {
    const endpoint = endpointOf(() => Promise.reject(new Problem('upstream_unavailable')))
    await expect(readEndpoint(endpoint, { context: testContext() })).rejects.toThrow(TypeError)
  })
})
