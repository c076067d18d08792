import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { twoDigits } from '../../packages/charts/src/numbers.ts'
import { daysOf } from '../../packages/core/src/features/reports/month.ts'
import { emptyMonth, monthlyReport } from '../support/monthly-report.ts'
import { openPdf } from '../support/pdf.ts'

// The entry as it is published: the font is a part of the bundle.
const ENTRY = '../../packages/core/dist/report.js'
const { renderReportPdf } = (await import(ENTRY)) as typeof import('@space-data/core/report')

const GOLDEN = 'ad88821731dfe0d4d2f8307e827df7b8de1738c272ad5e5d2dc8db9dee5a47d6'

const report = monthlyReport()
const bytes = await renderReportPdf(report)
const { pdf, text, nodes } = await openPdf(bytes)

test('the same report gives the bytes of the golden file', async () => {
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(GOLDEN)
  expect(await renderReportPdf(monthlyReport())).toEqual(bytes)
})

test('another revision gives other bytes', async () => {
  expect(await renderReportPdf({ ...report, revision: 2 })).not.toEqual(bytes)
})

test('it has 6 to 8 pages and at most 250 kB', () => {
  expect(pdf.numPages).toBeGreaterThanOrEqual(6)
  expect(pdf.numPages).toBeLessThanOrEqual(8)
  expect(bytes.length).toBeLessThan(250_000)
})

test('it says its language, its title, that it is tagged and that it is PDF/UA', async () => {
  const { info, metadata } = await pdf.getMetadata()
  expect(info).toMatchObject({
    Language: 'en',
    Title: 'Debris report, November 2026',
    CreationDate: 'D:20261201031245Z',
  })
  // pdfjs gives a Map, whatever its types say.
  const marks: unknown = await pdf.getMarkInfo()
  expect(marks).toEqual(
    new Map([
      ['Marked', true],
      ['UserProperties', false],
      ['Suspects', false],
    ]),
  )
  expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
})

test('the structure has headings, tables with headers, and charts with a description', () => {
  const count = (role: string) => nodes.filter((node) => node.role === role).length
  expect(count('H1')).toBe(1)
  expect(count('H2')).toBe(9)
  expect(count('Table')).toBeGreaterThan(9)
  expect(count('TH')).toBeGreaterThan(100)
  expect(count('TOCI')).toBe(8)
  const figures = nodes.filter(({ role }) => role === 'Figure')
  expect(figures).toHaveLength(5)
  for (const { alt } of figures) expect(alt).toMatch(/^(Density|Change|Objects|Gabbard).{30}/)
})

test('all fonts are embedded', () => {
  const file = Buffer.from(bytes).toString('latin1')
  const names = [...file.matchAll(/\/FontName \/(\S+)/g)].map(([, name]) => name)
  expect(names).toEqual([expect.stringMatching(/\+IBMPlexSans/), expect.stringMatching(/\+IBMPlexSans/)])
  expect(file.match(/\/FontFile[23]? /g)).toHaveLength(2)
  expect(file).not.toContain('Helvetica')
})

test('every number outside the charts is in the report, or counts a list of it', () => {
  const known = new Set(numbersOf(report).flatMap(spellings))
  const strange = numbersIn(text).filter((number) => !known.has(number))
  expect(numbersIn(text).length).toBeGreaterThan(300)
  expect(strange).toEqual([])
})

test('every count of the box score and every rate is in the text', () => {
  const { by_type, total } = report.box_score
  for (const { start, end } of [total, ...Object.values(by_type)]) {
    expect(text).toContain(start.toLocaleString('en-US'))
    expect(text).toContain(end.toLocaleString('en-US'))
  }
  for (const { no_manoeuvre_collision_days, approaches_under_1_km_per_day } of report.collisions.by_bin) {
    expect(text).toContain(twoDigits(no_manoeuvre_collision_days!))
    expect(text).toContain(Math.round(approaches_under_1_km_per_day).toLocaleString('en-US'))
  }
  const said = [...report.collisions.assumptions.map(({ source }) => source), report.collisions.quoted!.url]
  for (const words of [...said, ...report.not_computable.map(({ reason }) => reason)]) {
    expect(text.replace(/\s+/g, '')).toContain(words.replace(/\s+/g, ''))
  }
})

test('a month with five clusters draws a Gabbard plot of each', async () => {
  const many = await openPdf(await renderReportPdf(monthlyReport(5)))
  expect(many.nodes.filter(({ alt }) => alt?.startsWith('Gabbard'))).toHaveLength(5)
})

test('a month without anything is a report that says so', async () => {
  const empty = await openPdf(await renderReportPdf(emptyMonth()))
  expect(empty.text).toContain('No launch of the month has an object in the catalogue.')
  expect(empty.text).not.toMatch(/NaN|undefined|Infinity/)
})

test('a first month compares nothing, and says neither changes nor two days', async () => {
  const first = { ...report, start_day: '2026-11-30', first_day: '2026-11-30', days_with_data: 1 }
  const missing_days = daysOf('2026-11').slice(0, 29)
  const { text, nodes } = await openPdf(await renderReportPdf({ ...first, missing_days }))
  expect(text).toContain('Without data: 1–29 November.')
  expect(text).toContain('There is no earlier day to compare with')
  expect(text).not.toMatch(/Change|\d in the month|gained the most|Re-entries of/)
  const figures = nodes.filter(({ role }) => role === 'Figure').map(({ alt = '' }) => alt)
  expect(figures.some((alt) => alt.startsWith('Change'))).toBe(false)
  expect(figures[0]).toMatch(/^Density by altitude from 150 to 2010 km on 2026-11-30; it is highest/)
})

test('the headline says what it assumes, and that changes of other months are left out', async () => {
  expect(text.replace(/\s+/g, ' ')).toMatch(/Days to a collision 6\.2 without manoeuvres/)
  expect(text).not.toContain('6.23')
  const not_attributed = [{ from: '2026-01-22', to: '2026-11-01', added_count: 2_850, removed_count: 1_131 }]
  const gap = await openPdf(await renderReportPdf({ ...report, not_attributed }))
  expect(gap.text.replace(/\s+/g, ' ')).toContain(
    'Changes between 2026-01-22 and 2026-11-01 are not attributed to the month: 2,850 objects added and 1,131 removed.',
  )
})

test('what the font does not have is written without marks or in words', async () => {
  const odd = await openPdf(await renderReportPdf({ ...report, method: ['Łódź Ştefan Γ ≤5 π 猫'] }))
  expect(odd.text).toContain('?ódz Stefan Gamma at most 5 pi ?')
})

function numbersIn(text: string): string[] {
  // Numbers of sections and the constants of the text itself.
  const own = text
    .replace(/\b[1-8] {2}(?=[A-Z])/g, '')
    .replace(/above 6378\.137 km|about 10 cm|below 1 km|Gain|\b25 of/g, '')
  return [...own.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([number]) => number.replace(/,+$/, ''))
}

/** All numbers of the report: values, those within its texts, lengths of its lists, and growth of shells. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string')
    return [...value.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number))
  if (Array.isArray(value)) return [value.length, ...value.flatMap(numbersOf)]
  if (typeof value !== 'object' || value === null) return []
  const growth =
    'objects_end' in value && 'objects_start' in value
      ? [Number(value.objects_end) - Number(value.objects_start)]
      : []
  return [...growth, ...Object.values(value).flatMap(numbersOf)]
}

/** A number as the report may write it: grouped, rounded, per billion km³, a part of a date. */
function spellings(value: number): string[] {
  const size = Math.abs(value)
  const grouped = (digits: number, of = size) =>
    of.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const perBillion = size > 0 && size < 1e-3 ? [grouped(1, size * 1e9)] : []
  const padded = Number.isInteger(size) && size < 10 ? [`0${size}`, `00${size}`] : []
  const hundreds = Number.isInteger(size) && size < 100 ? [`0${size}`] : []
  const rough = twoDigits(size)
  return [String(size), rough, grouped(0), grouped(1), grouped(2), ...perBillion, ...padded, ...hundreds]
}
