import { readFile } from 'node:fs/promises'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, it } from 'vitest'
import { Reports } from '../../packages/core/src/features/reports/kept-reports.ts'
import { createOriginsId } from '../../packages/core/src/kernel/storage/origins-id.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { monthlyReport } from '../support/monthly-report.ts'
import { inProcess, tempFolder } from './program.ts'

/** A store with a made-up report of October 2026, in its second revision. */
async function storeWithReport() {
  const folder = await tempFolder()
  const path = `${folder}/space-data.sqlite`
  const store = openStore(await sqlite(path))
  const reports = new Reports(store, createOriginsId('', {}))
  await reports.put({ ...monthlyReport(), month: '2026-10' })
  await reports.put({ ...monthlyReport(), month: '2026-10', revision: 2 })
  await store.close()
  return { folder, args: ['--store', `sqlite:${path}`] }
}

describe('report', () => {
  it('prints a summary of the report that is kept', async () => {
    const { args } = await storeWithReport()
    const { code, stdout, stderr } = await inProcess(['report', '2026-10', ...args], {})
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^report +2026-10, revision 2$/m)
    expect(stdout).toMatch(
      /^collision days +6\.2 without manoeuvres \(3\.2 to 8\.4 depending on the thickness of the shells\)$/m,
    )
    expect(stdout).toMatch(/^without own pairs +39, without pairs of satellites of one constellation$/m)
    expect(stdout).toMatch(/^above the shells +17 % of the catalogue, over 2,010 km$/m)
    expect(stdout).toMatch(/^total +34,163 +\+252$/m)
    expect(stdout.split('\n').filter((line) => /^\d+–\d+ /.test(line))).toHaveLength(10)
  })

  it('prints it as JSON, and writes it as CSV, as a page and as PDF', async () => {
    const { folder, args } = await storeWithReport()
    const { stdout } = await inProcess(['report', '2026-10', '--json', ...args], {})
    expect(JSON.parse(stdout)).toMatchObject({ month: '2026-10', revision: 2 })
    const files = ['pdf', 'html', 'csv'].flatMap((format) => [`--${format}`, `${folder}/report.${format}`])
    const written = await inProcess(['report', '2026-10', ...files, ...args], {})
    expect([written.code, written.stdout]).toEqual([0, ''])
    expect(written.stderr).toContain(`Wrote ${folder}/report.pdf\n`)
    expect((await readFile(`${folder}/report.pdf`, 'latin1')).slice(0, 5)).toBe('%PDF-')
    expect(await readFile(`${folder}/report.html`, 'utf8')).toContain('<h1>Debris report, October 2026</h1>')
    expect(await readFile(`${folder}/report.csv`, 'utf8')).toMatch(/^section,month,.*\nReport,2026-10,/)
    const again = await inProcess(['report', '2026-10', '--csv', `${folder}/report.csv`, ...args], {})
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining(`cannot write ${folder}/report.csv: it already exists`),
    ])
  })

  it.each([
    ['a month that has not ended', ['2999-01'], '2999-01 has not ended'],
    ['what is no month', ['November'], 'a month such as 2026-11'],
    ['--preview as a page', ['--preview', '--html', 'x.html'], '--preview needs --pdf or --json'],
  ])('refuses %s', async (_, asked, message) => {
    const { args } = await storeWithReport()
    const { code, stderr } = await inProcess(['report', ...asked, ...args], {})
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
