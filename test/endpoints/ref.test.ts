import { expect, test } from 'vitest'
import { problems } from '../../packages/core/src/problem.ts'
import { testService } from '../support/service.ts'
import { endpoints } from '../support/table.ts'

async function data(path: string) {
  const { get } = await testService()
  const { json } = await get(path)
  return json.data
}

test('the index names every table, and each of them answers', async () => {
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
  ])
  for (const path of paths) expect((await get(path)).status).toBe(200)
})

test('endpoints are those of the table', async () => {
  const { endpoints: rows } = await data('/ref/endpoints')
  expect(rows.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`),
  )
})

test('tiers are those of section 8', async () => {
  const { tiers } = await data('/ref/tiers')
  const figures = tiers.map((row: Record<string, unknown>) => [
    row['tier'],
    row['requests_per_day'],
    row['keys'],
  ])
  expect(figures).toEqual([
    ['free', 1_000, 1],
    ['hobby', 50_000, 3],
    ['pro', 1_000_000, 10],
    ['shell_basic', 10_000, 5],
    ['shell_pro', 200_000, 20],
    ['enterprise', null, null],
  ])
})

test('52 TLE groups, by CelesTrak’s names', async () => {
  const { groups } = await data('/ref/tle-groups')
  expect(groups).toHaveLength(52)
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
  expect(step('G5')).toEqual({ scale: 'G5', name: 'extreme', quantity: 'kp', from: 8.67 })
  expect(step('S1')).toMatchObject({ name: 'minor', from: 10 })
  expect(step('R3')).toMatchObject({ name: 'strong', from: 1e-4 })
  const { classes } = await data('/ref/flare-classes')
  expect(classes.map((row: { flare_class: string }) => row.flare_class)).toEqual(['A', 'B', 'C', 'M', 'X'])
})

test('sources tell how old the values of each feed may be', async () => {
  const { sources } = await data('/ref/sources')
  const limitsOf = (name: string) =>
    sources
      .find(({ provider }: { provider: string }) => provider === name)
      .limits.map(({ feed, max_age_seconds }: Record<string, unknown>) => [feed, max_age_seconds])
  expect(limitsOf('NOAA SWPC')).toEqual([
    ['swpc-kp-1m', 21_600],
    ['swpc-wind-1m', 10_800],
    ['swpc-mag-1m', 10_800],
    ['swpc-xray-primary', 10_800],
    ['swpc-proton-primary', 10_800],
  ])
  expect(limitsOf('NASA DONKI')).toEqual([])
})

test('errors are all codes with their statuses', async () => {
  const { errors } = await data('/ref/errors')
  expect(errors.map(({ error }: { error: string }) => error)).toEqual(Object.keys(problems))
})

test('sources name licence and attribution of the four providers', async () => {
  const { sources } = await data('/ref/sources')
  expect(sources.map(({ provider }: { provider: string }) => provider)).toEqual([
    'NOAA SWPC',
    'CelesTrak',
    'Launch Library 2',
    'NASA DONKI',
  ])
  for (const source of sources) expect(source.feeds.length).toBeGreaterThan(0)
})

test('every suffix of a field that carries a unit is explained', async () => {
  const { units } = await data('/ref/units')
  const suffixes: string[] = units.map(({ suffix }: { suffix: string }) => suffix)
  const { get } = await testService()
  const document = (await get('/openapi.json')).text
  const fields = [
    ...document.matchAll(
      /"(\w+_(?:deg|km|km3|km_s|k|nt|npa|w_m2|pfu|mev|min|ms|seconds|percent|rev_per_day\d?))":\{/g,
    ),
  ]
  expect(fields.length).toBeGreaterThan(30)
  for (const [, field = ''] of fields)
    expect(
      suffixes.some((suffix) => field.endsWith(suffix)),
      field,
    ).toBe(true)
})
