import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import type { Alert } from '../../../packages/core/src/features/alerts/alert.ts'
import { AlertLog } from '../../../packages/core/src/features/alerts/alert-log.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { alertOf, monthOfAlerts } from '../../fixtures/alerts.ts'
import { testContext } from '../../support/context.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000
const PATH = '/v1/alerts.atom'
const UUID = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[48][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

async function withAlerts(alerts: readonly Alert[], base = '') {
  const backend = memory()
  const clock = stoppedClock(NOW)
  const log = new AlertLog(openStore(backend), '', () => clock.now().getTime())
  await log.append(alerts, 1)
  const service = await testService({ store: backend, base }, clock)
  const feed = async () => (await service.spaceData.handle(new Request(`http://a.test${base}${PATH}`))).text()
  return { ...service, backend, log, feed }
}

/** The texts of all elements of a name, unescaped. */
function texts(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))
  const plain: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return [...found].map(([, text = '']) =>
    text.replace(/&(#?\w+);/g, (_, name: string) => plain[name] ?? '?'),
  )
}

/** Fails unless every element is closed, in order, and every value is escaped. */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml version="1.0" encoding="utf-8"\?>\n/, '')
    .replace(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/g, (_, closing, name, _attributes, empty) => {
      if (closing) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name)
      return ''
    })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#39);)/)
}

test('the feed is Atom with one entry for each public alert, newest first', async () => {
  const month = monthOfAlerts(NOW)
  const { ask } = await withAlerts([...month, alertOf('job.failed', NOW), alertOf('quota.80', NOW)])
  const { status, headers, text } = await ask('GET', PATH)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  assertWellFormed(text)
  expect(text).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
  const ids = texts(text, 'id')
  expect(ids).toHaveLength(month.length + 1)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(UUID)
  expect(texts(text, 'title')[1]).toBe('Solar flare ended; its peak was X1.3')
  expect(texts(text, 'published')).toEqual(month.map(({ timestamp }) => timestamp).reverse())
  // Required of a feed and of each entry (RFC 4287 sections 4.1.1 and 4.1.2).
  expect(texts(text, 'updated')).toHaveLength(ids.length)
  expect(texts(text, 'title')).toHaveLength(ids.length)
  expect(texts(text, 'name')).toEqual(['Space-Data'])
  expect(text).toContain('<link rel="self" type="application/atom+xml" href="/v1/alerts.atom"/>')
})

test('it changes only with the alerts: ids, tag and times stay, also after a restart', async () => {
  const { ask, backend, clock, log } = await withAlerts(monthOfAlerts(NOW).slice(-5))
  const first = await ask('GET', PATH)
  clock.advance(120_000)
  const again = await (await testService({ store: backend }, clock)).ask('GET', PATH)
  expect(again.text).toBe(first.text)
  const etag = String(first.headers.get('etag'))
  expect((await ask('GET', PATH, { 'if-none-match': etag })).status).toBe(304)
  await log.append([alertOf('launch.scheduled', clock.now().getTime())], 6)
  clock.advance(61_000)
  const later = await ask('GET', PATH)
  expect(texts(later.text, 'id').slice(2)).toEqual(texts(first.text, 'id').slice(1))
  expect(texts(later.text, 'id')[0]).toBe(texts(first.text, 'id')[0])
  expect(texts(later.text, 'updated')[0]).toBe('2026-11-21T12:02:00.000Z')
})

test('two instances have feeds of different ids, with the same ids of entries', async () => {
  const [one, two] = [await withAlerts(monthOfAlerts(NOW)), await withAlerts(monthOfAlerts(NOW))]
  const [a, b] = [texts(await one.feed(), 'id'), texts(await two.feed(), 'id')]
  expect(a[0]).not.toBe(b[0])
  expect(a.slice(1)).toEqual(b.slice(1))
})

test('an empty feed is valid and the same all day', async () => {
  const { ask, clock } = await withAlerts([])
  const { text } = await ask('GET', PATH)
  assertWellFormed(text)
  expect(texts(text, 'updated')).toEqual(['2026-11-21T00:00:00.000Z'])
  clock.advance(3_600_000)
  expect((await ask('GET', PATH)).text).toBe(text)
})

test('it has at most the 200 newest of the last 30 days', async () => {
  const alerts = Array.from({ length: 300 }, (_, i) => alertOf('launch.scheduled', NOW - (300 - i) * 60_000))
  const { ask, clock } = await withAlerts([alertOf('solar.flare', NOW - 29 * DAY), ...alerts])
  const { text } = await ask('GET', PATH)
  expect(texts(text, 'published')).toEqual(
    alerts
      .slice(100)
      .map(({ timestamp }) => timestamp)
      .reverse(),
  )
  clock.advance(31 * DAY)
  expect(texts((await ask('GET', PATH)).text, 'published')).toEqual([])
})

test('what providers write is text, whatever it contains', async () => {
  const name = `A & B <script>"x"</script> ]]> \u0000\u001b\ud800 é`
  const { ask } = await withAlerts([
    alertOf('launch.scheduled', NOW, {
      data: { ...monthOfAlerts(NOW)[0]?.data, name },
    }),
  ])
  const { text } = await ask('GET', PATH)
  assertWellFormed(text)
  expect(text).not.toContain('<script')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows no other.
  expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
  expect(texts(text, 'title')[1]).toContain('A & B <script>"x"</script> ]]>')
})

test('links begin with the base', async () => {
  const { feed } = await withAlerts(monthOfAlerts(NOW), '/space')
  const text = await feed()
  expect(text).toContain('href="/space/v1/alerts.atom"')
  expect(text).not.toMatch(/href="\/(?!space)/)
})

test('to read the feed counts as listening, to open the page does not', async () => {
  const { ask, backend } = await withAlerts([])
  const context = testContext({ backend, time: { at: NOW } })
  await ask('GET', '/alerts', { accept: 'text/html' })
  expect(await context.alerts.listeners.isAnybody()).toBe(false)
  await ask('GET', PATH)
  expect(await context.alerts.listeners.isAnybody()).toBe(true)
})

test('a notice of NOAA has NOAA as its author, and its whole text', async () => {
  const { feed } = await withAlerts([
    alertOf('geomagnetic.storm_started', NOW - DAY),
    alertOf('swpc.warning', NOW),
  ])
  const xml = await feed()
  assertWellFormed(xml)
  const [theirs = '', ours = ''] = xml.split('<entry>').slice(1)
  expect(texts(theirs, 'title')).toEqual(['NOAA extended warning: Geomagnetic K-index of 5 expected (G1)'])
  expect(texts(theirs, 'name')).toEqual(['NOAA SWPC'])
  expect(texts(theirs, 'content')[0]).toMatch(
    /\.\n\nSpace Weather Message Code: WARK05\nSerial Number: 2252\n…$/,
  )
  expect(ours).not.toContain('<author>')
})
