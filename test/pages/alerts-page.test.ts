import { memory, type SpaceDataOptions } from '@space-data/core'
import { expect, test } from 'vitest'
import type { Alert } from '../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { alertTypes } from '../../packages/core/src/features/alerts/alert-types.ts'
import { describeAlert } from '../../packages/core/src/features/alerts/describe-alert.ts'
import { groupAlerts } from '../../packages/core/src/features/pages/alerts/alert-groups.ts'
import { alertsPage } from '../../packages/core/src/features/pages/alerts/alerts-page.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { alertOf, monthOfAlerts } from '../fixtures/alerts.ts'
import { withoutReceivers } from '../support/receivers.ts'
import { stoppedClock, testService } from '../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HTML = { accept: 'text/html' }

async function withAlerts(alerts: readonly Alert[], options: SpaceDataOptions = {}) {
  const backend = memory()
  await new AlertLog(openStore(backend), '', () => NOW).append(alerts, 1)
  return testService({ store: backend, ...options }, stoppedClock(NOW))
}

/** The rows of a page: the kind, the level or the tag, the words, and the number of earlier alerts. */
const rowsOf = (text: string) =>
  [...text.matchAll(/<li class="event kind-(\d+)" id="evt_\w+">(.*?)<time /gs)].map(([, kind, row = '']) => [
    Number(kind),
    ...row
      .replace(/<[^>]+>/g, ' ')
      .trim()
      .split(/ {2,}/),
  ])

test('the page has one row for each event, with its level and its earlier alerts folded', async () => {
  const { ask } = await withAlerts(monthOfAlerts(NOW))
  const { status, text, headers } = await ask('GET', '/alerts', HTML)
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  const rows = rowsOf(text)
  expect(rows[0]).toEqual([1, 'R3', 'Solar flare ended; its peak was X1.3', '1 earlier'])
  expect(rows).toContainEqual([
    0,
    'G4',
    'Geomagnetic storm ended; it reached G4, with a maximum Kp of 8.7',
    '2 earlier',
  ])
  expect(rows.filter(([kind]) => kind === 3)).toHaveLength(1)
  // An alert that is folded is still the target of links to it.
  expect(text.match(/id="evt_/g)).toHaveLength(monthOfAlerts(NOW).length)
  const times = [...text.matchAll(/<time datetime="([^"]*)">[^<]*<\/time><\/(?:summary|p)>/g)].map(
    ([, at]) => at,
  )
  expect(times).toEqual(times.toSorted().reverse())
  expect(text).toContain('aria-label="Geomagnetic storms: 3 in 30 days, the last ')
  expect(text).not.toMatch(/<script| style=|NaN|undefined/)
})

test('a notice that extends another one is in its row, and says that it is of NOAA', async () => {
  const data = alertOf('swpc.warning', NOW).data
  const notice = (serial: number, extends_serial: number | null, hours: number) =>
    alertOf('swpc.warning', NOW - hours * 3_600_000, {
      subject: String(serial),
      data: { ...data, serial, extends_serial },
    })
  const ours = alertOf('geomagnetic.storm_started', NOW - 7_200_000)
  const { ask } = await withAlerts([notice(7, null, 9), ours, notice(8, 7, 1), notice(9, null, 4)])
  const { text } = await ask('GET', '/alerts', HTML)
  const words = expect.stringMatching(/^NOAA .*Geomagnetic K-index of 5 expected \(G1\)/)
  expect(rowsOf(text)).toEqual([
    [5, 'G1', words, '1 earlier'],
    [0, 'G1', expect.stringMatching(/^G1 geomagnetic storm began/)],
    [5, 'G1', words],
  ])
  const { alerts } = (await ask('GET', '/alerts')).json.data
  expect(alerts.map(({ by }: Record<string, string>) => by).toSorted()).toEqual([
    'noaa',
    'noaa',
    'noaa',
    'space_data',
  ])
})

test('thirty events are shown, the next ones are folded, and a kind with a row can be chosen', async () => {
  const days = Array.from({ length: 40 }, (_, i) =>
    alertOf('catalogue.objects_added', NOW - (i + 1) * 3_600_000),
  )
  const { ask } = await withAlerts(days)
  const { text } = await ask('GET', '/alerts', HTML)
  const [shown = '', folded = ''] = text.split('<details class="more"><summary>10 more</summary>')
  expect([rowsOf(shown).length, rowsOf(folded).length]).toEqual([30, 10])
  expect([...text.matchAll(/id="(kind-\d+)"/g)].map(([, id]) => id)).toEqual(['kind-8'])
})

test('the JSON has the same in words, without a key', async () => {
  const month = monthOfAlerts(NOW)
  const { ask } = await withAlerts([...month, alertOf('quota.80', NOW), alertOf('store.failed', NOW)])
  const { data } = (await ask('GET', '/alerts')).json
  expect(data).toMatchObject({
    window_start: '2026-10-22T12:00:00.000Z',
    window_end: '2026-11-21T12:00:00.000Z',
    listening: false,
    monitoring_since: null,
    count: month.length,
  })
  const [newest] = data.alerts
  const { id, type, timestamp } = month.at(-1) as Alert
  expect(newest).toEqual({
    id,
    type,
    timestamp,
    sequence: month.length,
    text: 'Solar flare ended; its peak was X1.3',
    by: 'space_data',
  })
})

test('without alerts the page says since when it looks for them, and what to paste', async () => {
  const { ask, get, clock, spaceData } = await withAlerts([], withoutReceivers)
  const { text } = await ask('GET', '/alerts', HTML)
  expect(text).toContain('No alerts yet.</strong> No server has checked for alerts on this store')
  expect(text).toContain('checks for new alerts once an hour, and once a minute while they have receivers')
  for (const path of ['/v1/alerts.atom', '/v1/alerts?type=geomagnetic.*', '/v1/alerts/stream'])
    expect(text).toContain(`$SPACE_DATA</span>${path}`)
  // This instance has no webhooks.
  expect(text).not.toContain('/v1/webhooks')
  await spaceData.jobs.alerts.run()
  await get('/v1/alerts')
  clock.advance(61_000)
  const later = (await ask('GET', '/alerts', HTML)).text
  expect(later).toContain('checks for new alerts once a minute')
  expect((await ask('GET', '/alerts')).json.data.monitoring_since).toBe('2026-11-21T12:00:00.000Z')
})

test('a quiet month says since when it was watched', async () => {
  const page = (monitoringSince: string) =>
    alertsPage(
      {
        alerts: [],
        isListening: false,
        isMirror: false,
        monitoringSince,
        hasWebhooks: false,
        sourceNote: '',
        now: NOW,
      },
      '/',
    ).html
  expect(page('2026-11-20T12:00:00.000Z')).toContain('No alerts so far.</strong> Monitoring since')
  expect(page('2026-10-01T12:00:00.000Z')).toContain(
    'No alerts in the last 30 days.</strong> Monitoring since',
  )
})

test('the page of a sample server that replays a storm has the storm', async () => {
  const { ask, spaceData } = await withAlerts([])
  await spaceData.jobs.alerts.run()
  expect((await ask('GET', '/alerts', HTML)).text).toContain('geomagnetic storm began')
})

test('where webhooks are set up, the page has the command to add one', async () => {
  const sender = { check: async () => {}, send: async () => ({ status: 204, retryAfter: null, body: '' }) }
  const { ask } = await withAlerts([], { webhooks: { secret: 's'.repeat(32), sender } })
  expect((await ask('GET', '/alerts', HTML)).text).toContain('/v1/webhooks')
})

test('the page shows everything as text', async () => {
  const data = { ...monthOfAlerts(NOW)[0]?.data, name: '<img src=x onerror=alert(1)>' }
  const { ask } = await withAlerts([alertOf('launch.scheduled', NOW - 1, { data })])
  const { text } = await ask('GET', '/alerts', HTML)
  expect(text).not.toContain('<img')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

test('home page, status and alerts lead to one another', async () => {
  const { ask } = await withAlerts([])
  for (const path of ['/', '/status', '/alerts']) {
    const { text } = await ask('GET', path, HTML)
    for (const link of ['./', './status', './alerts']) expect(text).toContain(`href="${link}"`)
  }
})

test('every public or watched type has words of its own, and every public one a place on the page', () => {
  const [publicTypes, watched] = ['public', 'watchers'].map((kind) =>
    alertTypes.filter(({ audience }) => audience === kind),
  )
  const seen = new Set<string>()
  for (const { type, summary } of [...(publicTypes ?? []), ...(watched ?? [])]) {
    const words = describeAlert(alertOf(type, NOW))
    expect(words, type).not.toBe(summary.replace(/\.$/, ''))
    expect(words, type).not.toMatch(/undefined|NaN|null|\.$/)
    expect(words.length, type).toBeLessThan(120)
    seen.add(words)
  }
  expect(seen.size).toBe((publicTypes?.length ?? 0) + (watched?.length ?? 0))
  const shown = groupAlerts((publicTypes ?? []).map(({ type }, i) => ({ ...alertOf(type, NOW), seq: i + 1 })))
  expect(shown.reduce((sum, { alerts }) => sum + alerts.length, 0)).toBe(publicTypes?.length)
})

test('data that a later version wrote are described by their type', () => {
  expect(describeAlert({ type: 'solar.flare', data: { level: 'Z9' } })).toMatch(
    /^The X-ray flux has risen to M1/,
  )
  expect(describeAlert({ type: 'moon.eclipse', data: {} })).toBe('moon.eclipse')
})

test.each([
  ['minute', '2026-11-23 00:14 UTC'],
  ['hour', '2026-11-23 00:14 UTC'],
  ['day', '2026-11-23'],
  ['month', 'November 2026'],
  ['quarter', 'Q4 2026'],
  ['half', 'H2 2026'],
  ['year', '2026'],
  ['decade', '2020s'],
  [null, '2026-11-23'],
])('a launch that is known to the %s is planned for %s', (net_precision, words) => {
  const data = { ...alertOf('launch.scheduled', NOW).data, net_precision }
  expect(describeAlert({ type: 'launch.scheduled', data })).toMatch(new RegExp(`planned for ${words}$`))
})
