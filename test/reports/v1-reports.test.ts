import type { MonthlyReport } from '@space-data/core/debris'
import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changesOf, keepDays, listed, madeUpDay, madeUpObject } from '../support/made-up-month.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { describeAll } from '../support/table.ts'

const NIGHT = '2026-12-01T04:00:00Z'
const days = ['2026-10-31', '2026-11-01', '2026-11-29', '2026-11-30']
const summaries = days.map((day, i) => madeUpDay(day, (shell) => [10 + shell + i, 2, 4, 1]))
const pieces = Array.from({ length: 12 }, (_, i) =>
  madeUpObject(70_000 + i, {
    name: '=COSMOS 1408 DEB, "A"',
    international_designator: `1982-092${String.fromCharCode(65 + i)}`,
    object_type: 'debris',
  }),
)

beforeEach(() =>
  keepDays(summaries, {
    '2026-11-29': changesOf({ added: pieces.map((piece) => listed(piece, 'new')) }),
  }),
)
afterEach(() => vi.restoreAllMocks())

/** A service on the night after November, with a key whose tier includes reports. */
async function serviceWithReport(options: Parameters<typeof testService>[0] = {}) {
  const clock = stoppedClock(NIGHT)
  const service = await testService(options, clock)
  const { key } = await service.spaceData.keys.issue({ tier: 'shell_basic', label: 'reports' })
  await service.spaceData.jobs.reports.run()
  const read = (path: string, headers: Record<string, string> = {}) =>
    service.ask('GET', path, { 'x-api-key': key, ...headers })
  return { ...service, clock, read }
}

describe('GET /v1/reports/{month}', () => {
  test('a failure is a page for browsers, as the document declares', async () => {
    const { read } = await serviceWithReport()
    const { status, headers } = await read('/v1/reports/2026-10', { accept: 'text/html' })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const { paths, components } = describeAll() as unknown as {
      paths: Record<string, { get: { responses: Record<string, { $ref: string }> } }>
      components: { responses: Record<string, { content: object }> }
    }
    const { $ref } = paths['/v1/reports/{month}']!.get.responses[404]!
    expect(components.responses[$ref.split('/').at(-1)!]?.content).toHaveProperty(['text/html'])
  })

  test('is the report in the envelope, fetched when its catalogue was', async () => {
    const { read } = await serviceWithReport()
    const { status, json, headers } = await read('/v1/reports/2026-11')
    expect(status).toBe(200)
    expect(json.valid_until).toBe('2026-12-02T00:00:00.000Z')
    const data: MonthlyReport = json.data
    expect(data).toMatchObject({ month: '2026-11', revision: 1, start_day: '2026-10-31', days_with_data: 3 })
    expect(data.newly_numbered.clusters[0]).toMatchObject({ launch: '1982-092', added_count: 12 })
    expect(headers.get('vary')).toContain('Accept')
  })

  test('is 304 for a copy that is current, on each of two instances of a store', async () => {
    const { read, clock } = await serviceWithReport()
    const { headers } = await read('/v1/reports/2026-11')
    const etag = headers.get('etag') ?? ''
    clock.advance(3_600_000)
    expect((await read('/v1/reports/2026-11', { 'if-none-match': etag })).status).toBe(304)
  })

  test('is a page in the layout of the site, with its charts, for browsers', async () => {
    const { read } = await serviceWithReport()
    const { text, headers } = await read('/v1/reports/2026-11', { accept: 'text/html,*/*;q=0.8' })
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('Debris report, November 2026')
    expect(text.match(/<svg xmlns/g)).toHaveLength(4)
    expect(text).not.toMatch(/<script|style="/)
    expect(text).toContain('href="../../"')
  })

  test('escapes what the catalogue has in names', async () => {
    const { read } = await serviceWithReport()
    const { text } = await read('/v1/reports/2026-11?format=html')
    expect(text).toContain('=COSMOS 1408')
    expect(text).not.toContain('"A"')
  })

  test('is CSV with a table for each section', async () => {
    const { read } = await serviceWithReport()
    const { text, headers } = await read('/v1/reports/2026-11?format=csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('inline; filename="debris-report-2026-11.csv"')
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(errors).toEqual([])
    expect(data[0]).toMatchObject({ section: 'Report', month: '2026-11', revision: '1' })
    const total = data.find(({ section, object_type }) => section === 'Box score by type' && object_type)
    expect(total).toMatchObject({ object_type: 'total', start: '215', end: '245', change: '30' })
    expect(text).toContain(",'=COSMOS 1408,")
    expect(data.filter(({ section }) => section === 'Launches')).toEqual([])
  })

  test('has the same number in CSV as in JSON, to the last digit', async () => {
    const { read } = await serviceWithReport()
    const { density, collisions } = (await read('/v1/reports/2026-11')).json.data
    const { text } = await read('/v1/reports/2026-11?format=csv')
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    const rowsOf = (title: string) => data.filter(({ section }) => section?.startsWith(title))
    const textOf = (row: object) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))
    expect(rowsOf('Density by shell').slice(0, density.shells.length)).toMatchObject(
      density.shells.map(textOf),
    )
    expect(rowsOf('Approaches and collisions')).toMatchObject(collisions.by_bin.map(textOf))
  })

  test('is PDF where the instance makes it, once for all clients', async () => {
    const reportPdf = vi.fn(async ({ month }: MonthlyReport) =>
      new TextEncoder().encode(`%PDF ${month} \u00e9`),
    )
    const { read } = await serviceWithReport({ reportPdf })
    for (const [path, accept] of [
      ['/v1/reports/2026-11?format=pdf', '*/*'],
      ['/v1/reports/2026-11', 'application/pdf'],
    ] as const) {
      const { text, headers } = await read(path, { accept })
      expect(text).toBe('%PDF 2026-11 \u00e9')
      expect(headers.get('content-type')).toBe('application/pdf')
      expect(headers.get('content-length')).toBe('15')
    }
    expect(reportPdf).toHaveBeenCalledTimes(1)
  })

  test('is 406 for PDF where the instance makes none', async () => {
    const { read } = await serviceWithReport()
    const asked = await read('/v1/reports/2026-11?format=pdf')
    expect(asked).toMatchObject({ status: 406, json: { error: 'not_acceptable' } })
    expect(asked.json.message).toContain('json, html, csv')
    expect((await read('/v1/reports/2026-11', { accept: 'application/pdf' })).status).toBe(406)
    expect((await read('/v1/reports/2026-11', { accept: 'image/png' })).status).toBe(406)
  })

  test('is 404 for other months, and says which there are and when the next is made', async () => {
    const { read } = await serviceWithReport()
    const { status, json } = await read('/v1/reports/2026-12')
    expect(status).toBe(404)
    expect(json).toMatchObject({ error: 'report_not_found' })
    expect(json.message).toContain('Reports exist for 2026-11; the next one will be generated on 2027-01-01.')
    expect((await read('/v1/reports/2026-11?revision=2')).status).toBe(404)
  })

  test.each(['2026-13', '2026-1', '26-11', 'latest'])('is 400 for the month %s', async (month) => {
    const { read } = await serviceWithReport()
    expect((await read(`/v1/reports/${month}`)).status).toBe(400)
  })

  test('is 403 in tiers that do not include it, and names those that do', async () => {
    const { get } = await serviceWithReport()
    for (const path of ['/v1/reports', '/v1/reports/2026-11']) {
      const { status, json } = await get(path)
      expect(status).toBe(403)
      expect(json.error).toBe('tier_required')
      expect(json.message).toContain('shell_basic')
    }
  })
})

describe('revisions', () => {
  test('the same content is the same revision; another is the next, and the first stays', async () => {
    const { spaceData, read, clock } = await serviceWithReport()
    const before = await read('/v1/reports/2026-11?revision=1')
    expect((await spaceData.jobs.reports.run()).isNew).toBe(false)
    keepDays(summaries.slice(0, 3))
    clock.advance(60_000)
    expect(await spaceData.jobs.reports.run()).toMatchObject({ isNew: true, report: { revision: 2 } })
    expect((await read('/v1/reports/2026-11')).json.data).toMatchObject({ revision: 2, days_with_data: 2 })
    const first = await read('/v1/reports/2026-11?revision=1')
    expect(first.text).toBe(before.text)
    const { json } = await read('/v1/reports')
    expect(json.data).toEqual({
      count: 1,
      reports: [
        {
          month: '2026-11',
          url: '/v1/reports/2026-11',
          revisions: [
            { revision: 1, generated_at: '2026-12-01T04:00:00.000Z' },
            { revision: 2, generated_at: '2026-12-01T04:01:00.000Z' },
          ],
        },
      ],
    })
  })

  test('there is none before the first', async () => {
    const { ask, spaceData } = await testService()
    const { key } = await spaceData.keys.issue({ tier: 'shell_basic', label: 'reports' })
    const { json } = await ask('GET', '/v1/reports', { 'x-api-key': key })
    expect(json.data).toEqual({ count: 0, reports: [] })
  })
})
