import { problems } from '@space-data/core'
import { expect, test } from 'vitest'
import { alertTypes } from '../../packages/core/src/features/alerts/alert-types.ts'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints } from '../support/table.ts'

async function data(path: string) {
  const { get } = await testService({ signing })
  const { json } = await get(path)
  return json.data
}

test('the index lists every table, and each of them responds', async () => {
  const { get } = await testService()
  const { json } = await get('/ref')
  const paths = json.data.tables.map(({ path }: { path: string }) => path)
  expect(paths.map((path: string) => path.replace('/ref/', ''))).toEqual([
    'endpoints',
    'tiers',
    'tle-groups',
    'shells',
    'scales',
    'flare-classes',
    'errors',
    'sources',
    'units',
    'event-kinds',
    'launch-statuses',
    'alert-types',
  ])
  for (const path of paths) expect((await get(path)).status).toBe(200)
})

test('endpoints lists every endpoint', async () => {
  const { endpoints: rows } = await data('/ref/endpoints')
  expect(rows.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`),
  )
})

test('tiers lists the tiers of the specification', async () => {
  const { tiers } = await data('/ref/tiers')
  const limits = tiers.map((row: Record<string, unknown>) => [
    row['tier'],
    row['requests_per_day'],
    row['keys'],
    row['webhooks'],
  ])
  expect(limits).toEqual([
    ['free', 1_000, 1, 0],
    ['hobby', 50_000, 3, 0],
    ['pro', 1_000_000, 10, 5],
    ['shell_basic', 10_000, 5, 0],
    ['shell_pro', 200_000, 20, 10],
    ['enterprise', null, null, 50],
  ])
})

test('52 TLE groups, by CelesTrak’s names', async () => {
  const { groups } = await data('/ref/tle-groups')
  expect(groups).toHaveLength(51)
  expect(groups).toContainEqual({ group: 'iridium-NEXT', path: '/v1/tle/iridium-NEXT' })
})

test('shells run from 150 to 2000 km', async () => {
  const { shells } = await data('/ref/shells')
  expect(shells[0]).toEqual({ altitude_min_km: 150, altitude_max_km: 160, path: '/shell/density/150' })
  expect(shells.at(-1).altitude_min_km).toBe(2_000)
})

test('scales and flare classes are NOAA’s', async () => {
  const { scales } = await data('/ref/scales')
  const step = (name: string) => scales.find(({ scale }: { scale: string }) => scale === name)
  expect(step('G5')).toEqual({ scale: 'G5', name: 'extreme', quantity: 'kp', from: 9 })
  expect(step('S1')).toMatchObject({ name: 'minor', from: 10 })
  expect(step('R3')).toMatchObject({ name: 'strong', from: 1e-4 })
  const { classes } = await data('/ref/flare-classes')
  expect(classes.map((row: { flare_class: string }) => row.flare_class)).toEqual(['A', 'B', 'C', 'M', 'X'])
})

test('sources lists the maximum age of the values of each feed', async () => {
  const { sources } = await data('/ref/sources')
  const limitsOf = (name: string) =>
    sources
      .find(({ provider }: { provider: string }) => provider === name)
      .limits.map(({ feed, max_age_seconds }: Record<string, unknown>) => [feed, max_age_seconds])
  expect(limitsOf('NOAA SWPC')).toEqual([
    ['swpc-kp-1m', 21_600],
    ['swpc-kp-forecast', 172_800],
    ['swpc-wind-1m', 10_800],
    ['swpc-mag-1m', 10_800],
    ['swpc-xray-primary', 10_800],
    ['swpc-proton-primary', 10_800],
    ['swpc-electrons-primary', 10_800],
    ['swpc-flux', 129_600],
    ['swpc-sunspots', 172_800],
    ['swpc-wwv', 43_200],
    ['swpc-ovation', 10_800],
    ['swpc-drap', 10_800],
    ['swpc-scales', 10_800],
    ['swpc-probabilities', 259_200],
    ['swpc-regions', 259_200],
    ['swpc-27-day-outlook', 1_296_000],
    ['swpc-discussion', 172_800],
  ])
  expect(limitsOf('GFZ Potsdam')).toEqual([['gfz-kp', 43_200]])
  expect(limitsOf('NASA DONKI')).toEqual([])
})

test('errors lists all codes', async () => {
  const { errors } = await data('/ref/errors')
  const codes = errors.map(({ error }: { error: string }) => error)
  expect(codes.toSorted()).toEqual(Object.keys(problems).sort())
})

test('sources lists the five providers with their feeds', async () => {
  const { sources } = await data('/ref/sources')
  expect(sources.map(({ provider }: { provider: string }) => provider)).toEqual([
    'NOAA SWPC',
    'GFZ Potsdam',
    'CelesTrak',
    'Launch Library 2',
    'NASA DONKI',
  ])
  for (const source of sources) expect(source.feeds.length).toBeGreaterThan(0)
})

test('alert-types lists every type once, with who gets it and when', async () => {
  const { types } = await data('/ref/alert-types')
  expect(types.map(({ type }: { type: string }) => type)).toEqual(alertTypes.map(({ type }) => type))
  expect(types).toContainEqual({
    type: 'webhook.ping',
    audience: 'account',
    summary: expect.stringContaining('A test'),
  })
})

test('units explains every unit suffix of a field', async () => {
  const { units } = await data('/ref/units')
  const suffixes: string[] = units.map(({ suffix }: { suffix: string }) => suffix)
  const { get } = await testService()
  const document = (await get('/openapi.json')).text
  const fields = [
    ...document.matchAll(
      /"(\w+_(?:deg|km|km3|km_s|k|nt|npa|w_m2|pfu|sfu|millionths|mev|hours|min|ms|seconds|percent|rev_per_day\d?))":\{/g,
    ),
  ]
  expect(fields.length).toBeGreaterThan(30)
  for (const [, field = ''] of fields)
    expect(
      suffixes.some((suffix) => field.endsWith(suffix)),
      field,
    ).toBe(true)
})
