import type { WebhookRecord } from '../../packages/core/src/features/alerts/webhook-records.ts'
import type { CustomShellDay } from '../../packages/core/src/features/custom-shells/custom-shell-days.ts'
import type { CustomShellRecord } from '../../packages/core/src/features/custom-shells/custom-shell-records.ts'
import { propagateShells } from '../../packages/core/src/features/debris/night/propagate-shells.ts'
import { GroupMembers } from '../../packages/core/src/features/objects/history/group-members.ts'
import { KeptCatalogues } from '../../packages/core/src/features/objects/history/kept-catalogues.ts'
import type { ForecastIssue } from '../../packages/core/src/features/space-weather/forecast/kept-forecasts.ts'
import type { OutlookIssue } from '../../packages/core/src/features/space-weather/forecast/kept-outlooks.ts'
import { issueFreeKey, issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { revokeKey, rotateKey } from '../../packages/core/src/kernel/accounts/keys/rotate.ts'
import {
  requestCounter,
  requestCounterExpiry,
} from '../../packages/core/src/kernel/accounts/quota/request-count.ts'
import { nextUtcMidnight, utcDay } from '../../packages/core/src/kernel/kit/time.ts'
import { elementSets } from '../debris/night/element-sets.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { type TestContext, withEnvironment } from '../support/context.ts'

const DAY = 86_400_000

/**
 * Fills a store with all that an export takes along: keys that are live, revoked, in grace, of an account and
 * of none; counts of today and of earlier days; webhooks of an account, and an account that has none any
 * more; check reports, shells, series and forecasts of two sets of origins. Gives the keys that are good.
 */
export async function fill(context: TestContext): Promise<string[]> {
  const own = await issueFreeKey('Größe 🛰️ "quoted"\\', 'network', context)
  const acme = await issueKey({ tier: 'hobby', label: 'live', account: 'acme' }, context)
  const gone = await issueKey({ tier: 'hobby', label: 'revoked', account: 'acme' }, context)
  await revokeKey(gone.record.id, context)
  const next = await rotateKey(acme.record.id, { graceMs: 3_600_000 }, context)
  await count('acme', context.now(), 1_000_000, context)
  await count('acme', context.now() - 29 * DAY, 7, context)
  await count(own.record.id, context.now() - DAY, 999, context)
  await context.alerts.webhooks.update('acme', () => [webhookOf('A'), webhookOf('B')])
  await context.alerts.webhooks.update('gone', () => [webhookOf('C')])
  await context.alerts.webhooks.update('gone', () => [])
  await context.customShells.records.update('acme', () => [customShellOf('A'), customShellOf('B')])
  for (const originsId of ['', '(sample)']) await reportAndShells(originsId, context)
  return [own.key, acme.key, next?.key ?? '']
}

/** A webhook with every member, named by a letter. */
export function webhookOf(letter: string): WebhookRecord {
  const record = {
    id: `wh_${letter.repeat(20)}`,
    url: `https://receiver.example/${letter}?größe=1`,
    types: ['geomagnetic.*', 'object.decayed'],
    parameters: { noradIds: [25_544], altitudesKm: [550], minGScale: 3, minSScale: 2, minFlareClass: 'X1' },
    description: 'Größe 🛰️',
    createdAt: '2026-11-20T00:00:00.000Z',
    secretVersion: 2,
    rotatedAt: '2026-11-21T00:00:00.000Z',
    creationKey: 'digest',
  } as const
  return record
}

/** A custom shell with every member, named by a letter. */
export function customShellOf(letter: string): CustomShellRecord {
  return {
    id: `shl_${letter.repeat(20)}`,
    name: 'Größe 🛰️',
    grid: { minKm: 500, maxKm: 600, stepKm: 5, latitudeMinDeg: -45, latitudeMaxDeg: 60, latitudeStepDeg: 35 },
    filter: {
      objectTypes: ['debris'],
      owners: ['US'],
      inclinationMinDeg: 0,
      inclinationMaxDeg: 56.5,
      constellations: 'without',
    },
    createdAt: '2026-11-20T00:00:00.000Z',
    creationKey: 'digest',
  }
}

/** The days of a custom shell in two months. */
export const CUSTOM_DAYS: readonly CustomShellDay[] = ['2026-10-31', '2026-11-20'].map((day) => ({
  day,
  runId: `run-${day}`,
  computedAt: Date.parse(day) + 1,
  t0: Date.parse(day),
  used: 9,
  samples: [4_320, 0, 17],
}))

/** A catalogue that is kept, of two blocks of numbers. */
export const CATALOGUE = {
  elementSets: elementSets(110, Date.parse('2026-11-20T01:00:00Z')),
  source: 'test catalogue',
  fetchedAt: Date.parse('2026-11-20T03:17:00Z'),
}

/** The members of a group in the month of that catalogue. */
export const MEMBERS = { fetchedAt: Date.parse('2026-11-20T22:05:00Z'), ids: [5, 100_000, 340_000] }

/** A forecast with every member. */
export const FORECAST: ForecastIssue = {
  issuedAt: Date.parse('2026-11-20T22:05:00Z'),
  source: 'NOAA SWPC 3-day forecast',
  windows: [
    { at: Date.parse('2026-11-21T00:00:00Z'), kp: 4.67, gScale: 'G1' },
    { at: Date.parse('2026-11-21T03:00:00Z'), kp: 2, gScale: null },
  ],
}

/** An outlook with every member. */
export const OUTLOOK: OutlookIssue = {
  issuedAt: Date.parse('2026-11-16T01:53:00Z'),
  source: 'NOAA SWPC 27-day outlook',
  days: [{ at: Date.parse('2026-11-16T00:00:00Z'), f107: 110, ap: 12, kp: 4 }],
}

async function count(account: string, at: number, times: number, { store, now }: TestContext): Promise<void> {
  const day = { name: utcDay(at), end: nextUtcMidnight(at) }
  await store.atomic.raise(requestCounter(account, day), times, requestCounterExpiry(day), now())
}

async function reportAndShells(originsId: string, context: TestContext): Promise<void> {
  const there = withEnvironment(context, { settings: { originsId } })
  for (const ago of [300, 1]) {
    const startedAt = context.now() - ago * DAY
    const upstreams = [
      { id: 'swpc-kp-1m', provider: 'NOAA SWPC', status: 'operational', error: null } as never,
    ]
    await there.checkReports.put({ startedAt, finishedAt: startedAt + 30_000, upstreams })
  }
  const wind = (at: number, speed: number) => ({
    at,
    values: { speed_km_s: speed, density_per_cm3: null, temperature_k: 1e5 },
    instrument: 'SOLAR1',
  })
  const rows = [wind(context.now() - DAY, 400.5), wind(context.now() - 60_000, 410)]
  const body = { feed: 'swpc-wind-1m', fetchedAt: context.now(), rows }
  await there.spaceWeather.series.record('wind', body)
  await there.spaceWeather.keptForecasts.keep(FORECAST)
  await new KeptCatalogues(context.store, originsId).write('2026-11-20', CATALOGUE, { days: 400 })
  await new GroupMembers(context.store, originsId).keep('stations', MEMBERS)
  await there.spaceWeather.keptOutlooks.keep(OUTLOOK)
  for (const day of CUSTOM_DAYS) await there.customShells.days.write(customShellOf('A').id, day)
  for (const objects of [6_001, 6_000]) {
    await propagateShells(there, {
      catalogue: catalogueOf(objects),
      at: context.now(),
      pool: () => quickPool(),
    })
    context.time.at += 1_000
  }
}
