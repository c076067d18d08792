import { renderSvg } from '@space-data/charts'
import { escaped } from '@space-data/charts/text'
import { describe, expect, test } from 'vitest'
import type { Block, Table } from '../../packages/core/src/features/reports/document/document.ts'
import { reportDocument } from '../../packages/core/src/features/reports/document/report-document.ts'
import { reportPage } from '../../packages/core/src/features/reports/page/report-page.ts'
import { emptyMonth, monthlyReport } from '../support/monthly-report.ts'
import { openPdf } from '../support/pdf.ts'

// The entry as it is published: the font is a part of the bundle.
const ENTRY = '../../packages/core/dist/report.js'
const { renderReportPdf } = (await import(ENTRY)) as typeof import('@space-data/core/report')

const report = monthlyReport(5)
const { title, month, summary, sections } = reportDocument(report)
const blocks = [...summary, ...sections.flatMap(({ blocks }) => blocks)]
const tables = blocks.filter((block) => block.kind === 'table')
const { html } = reportPage(report, '../../', '')
const pdf = await openPdf(await renderReportPdf(report))

/** All that is to be read of a block. */
function textsOf(block: Block): readonly string[] {
  if (block.kind === 'table') return textsOfTable(block)
  if (block.kind === 'key-figures') return block.figures.flat()
  return [block.kind === 'chart' ? block.caption : block.text]
}

function textsOfTable({ caption = '', columns, rows, none }: Table): readonly string[] {
  if (rows.length === 0) return [caption, none]
  return [caption, ...columns.map(({ title }) => title), ...rows.flatMap(({ cells }) => cells)]
}

describe('the page and the PDF', () => {
  const said = [title, month, ...sections.map(({ title }) => title), ...blocks.flatMap(textsOf)]

  test('both have all the words of the document', () => {
    expect(said.length).toBeGreaterThan(600)
    const close = (of: string) => of.replace(/\s/g, '')
    const written = close(pdf.text)
    expect(said.filter((words) => !html.includes(escaped(words)))).toEqual([])
    // `pdf.test.ts` has those that the font does not.
    const latin = said.filter((words) => !/[ΓΣδπ]/.test(words))
    expect(latin.filter((words) => !written.includes(close(words)))).toEqual([])
  })

  test('both have a table for each table, and each chart with its description', () => {
    const { nodes } = pdf
    expect(html.match(/<table>/g)).toHaveLength(tables.length)
    // A table has a node on each of its pages.
    expect(nodes.filter(({ role }) => role === 'Table').length).toBeGreaterThanOrEqual(tables.length)
    const charts = blocks.filter((block) => block.kind === 'chart').map(({ drawing }) => drawing)
    expect(charts).toHaveLength(9)
    for (const drawing of charts) expect(html).toContain(renderSvg(drawing))
    const alts = nodes.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)
    expect(alts).toEqual(charts.map(({ description }) => description))
  })

  test('both say of a month without anything what there is none of', async () => {
    const empty = emptyMonth()
    const { text } = await openPdf(await renderReportPdf(empty))
    const page = reportPage(empty, '../../', '').html
    for (const words of [
      'No launch of the month has an object in the catalogue.',
      'No run of the month has shells.',
      'The catalogue has no owners.',
    ]) {
      expect(text).toContain(words)
      expect(page).toContain(words)
    }
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('the page', () => {
  test('has a header for each column and each row', () => {
    const columns = tables.flatMap(({ columns, rows }) => (rows.length > 0 ? columns : []))
    expect(html.match(/<th scope="col"/g)).toHaveLength(columns.length)
    expect(html.match(/<th scope="row"/g)).toHaveLength(tables.flatMap(({ rows }) => rows).length)
  })

  test('links each source and the figure of others', () => {
    for (const { url } of [...report.sources, report.collisions.quoted!])
      expect(html).toContain(`href="${url}"`)
  })

  test('lists all re-entries, the first ten launches, and the ten owners with most objects', () => {
    const { launches, re_entries } = report
    const by_owner = Array.from({ length: 30 }, (_, i) => ({
      ...report.box_score.by_owner[0]!,
      owner: `OWNER-${i}`,
      owner_name: null,
    }))
    const many = reportPage({ ...report, box_score: { ...report.box_score, by_owner } }, '../../', '').html
    for (const [i, { launch }] of launches.entries()) expect(many.includes(`>${launch}</th>`)).toBe(i < 10)
    expect(many).toContain(`The first 10; all ${launches.length} are in the JSON and in the CSV.`)
    for (const { name } of re_entries) expect(many).toContain(`>${name}</th>`)
    expect(many.match(/<th scope="row">OWNER-/g)).toHaveLength(10)
    expect(many).toContain('10 of 30 owners; JSON and CSV of this report list all.')
  })

  test('leaves an outlier out of a Gabbard plot, and says so', () => {
    const [cluster] = report.newly_numbered.clusters
    const far = { ...cluster!.pieces[0]!, apogee_km: 20_000 }
    const clusters = [{ ...cluster!, pieces: [...cluster!.pieces, far] }]
    const page = reportPage(
      { ...report, newly_numbered: { ...report.newly_numbered, clusters } },
      '../../',
      '',
    )
    const count = cluster!.pieces.length
    const words = `${count} of its ${count + 1} objects: the others have an apogee above \\d,\\d00 km`
    expect(page.html).toMatch(new RegExp(words))
  })

  test('names two days of density only if they differ', () => {
    const same = report.density.shells.map((shell) => ({
      ...shell,
      density_start_per_km3: shell.density_end_per_km3,
    }))
    const page = reportPage({ ...report, density: { ...report.density, shells: same } }, '../../', '')
    expect(reportPage(report, '../../', '').html).toContain(', two lines')
    expect(page.html).not.toContain(', two lines')
  })

  test('counts many re-entries by day, and names the first 20', () => {
    const re_entries = Array.from({ length: 102 }, (_, i) => ({
      ...report.re_entries[i % 34]!,
      name: `DECAYED-${i}.`,
    }))
    const many = reportPage({ ...report, re_entries }, '../../', '').html
    expect(many.match(/<th scope="row">DECAYED-/g)).toHaveLength(20)
    expect(many).toContain('>DECAYED-19.</th>')
    // Of the 1st, three times: a rocket body and a payload. Of the 2nd: two payloads.
    const chart = many.slice(many.indexOf('Re-entries by day: 99 from 2026-11-01 to '))
    expect(chart).toContain('by day of decay; 3 have no date.')
    const bars = [...chart.matchAll(/height="([\d.]+)" fill="(#\w+)"[^>]*><title>2026-11-0([12])</g)].map(
      ([, height, colour, day]) => ({ height: Number(height), colour, day }),
    )
    expect(bars.map(({ day }) => day)).toEqual(['1', '1', '2'])
    expect(bars[0]?.height).toBeCloseTo(bars[1]?.height ?? 0, 1)
    expect(bars[2]?.height).toBeCloseTo(2 * (bars[0]?.height ?? 0), 1)
    expect(bars[2]?.colour).toBe(bars[0]?.colour)
    expect(many).toContain('All 102 are in the JSON and in the CSV.')
  })
})
