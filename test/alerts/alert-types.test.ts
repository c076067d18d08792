import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { alertTypes } from '../../packages/core/src/features/alerts/alert-types.ts'
import { OpenApiComponents } from '../../packages/core/src/features/reference/openapi/components.ts'
import { createSchema } from '../../packages/core/src/features/reference/openapi/schema.ts'
import { exampleOf } from '../fixtures/alert-examples.ts'

test('there are the types of the contract, each once', () => {
  expect(alertTypes.map(({ type, audience }) => `${type} ${audience}`)).toEqual([
    'geomagnetic.storm_started public',
    'geomagnetic.storm_raised public',
    'geomagnetic.storm_ended public',
    'solar.flare public',
    'solar.radiation_storm public',
    'solar_wind.bz_south public',
    'aurora.likely watchers',
    'cme.earth_directed public',
    'cme.arrival_changed public',
    'swpc.watch public',
    'swpc.warning public',
    'swpc.alert public',
    'swpc.summary public',
    'swpc.cancelled public',
    'launch.scheduled public',
    'launch.net_changed public',
    'launch.status_changed public',
    'crew.changed public',
    'object.elements_updated watchers',
    'object.decayed watchers',
    'object.missing watchers',
    'pass.upcoming watchers',
    'catalogue.objects_added public',
    'catalogue.objects_removed public',
    'catalogue.debris_cluster_added public',
    'shell.density_changed watchers',
    'upstream.down public',
    'upstream.recovered public',
    'quota.80 account',
    'quota.100 account',
    'key.expiring account',
    'webhook.disabled account',
    'webhook.ping account',
    'path.deprecated public',
    'job.failed operator',
    'store.failed operator',
    'store.recovered operator',
  ])
})

describe.each(alertTypes)('$type', ({ type, data }) => {
  test('is a dotted name as Standard Webhooks wants it', () => {
    expect(type).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/)
  })

  test('has an example that is valid and complete', () => {
    expect(v.safeParse(data, exampleOf(type)).issues).toBeUndefined()
  })

  test('has a schema for the OpenAPI document, under a name of its own', () => {
    const components = new OpenApiComponents([])
    for (const other of alertTypes) createSchema(other.data, components)
    const title = v.getTitle(data) ?? ''
    expect(createSchema(data, components)).toEqual({ $ref: `#/components/schemas/${title}` })
  })
})
