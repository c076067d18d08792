// Prints the SHA-256 of the PDF of the report in the file argv[2], made with the published entry.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import process from 'node:process'

const { renderReportPdf } = await import('../../packages/core/dist/report.js')
const report = JSON.parse(readFileSync(process.argv[2], 'utf8'))
console.log(
  createHash('sha256')
    .update(await renderReportPdf(report))
    .digest('hex'),
)
