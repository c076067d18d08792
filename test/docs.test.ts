import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openApiOf } from '../packages/core/src/describe/openapi.ts'
import { problems } from '../packages/core/src/problem.ts'
import { endpoints } from './support/table.ts'
import { endpointTable, errorTable } from './support/tables.ts'

test('docs/openapi.json is the document that the service serves', async () => {
  await expect(`${JSON.stringify(openApiOf(endpoints), null, 2)}\n`).toMatchFileSnapshot(
    '../docs/openapi.json',
  )
})

test('docs/endpoints.md lists the table', async () => {
  const page = `# Endpoints\n\nWritten by the tests from the table of endpoints.\n\n${endpointTable(endpoints)}\n`
  await expect(page).toMatchFileSnapshot('../docs/endpoints.md')
})

test('docs/errors.md lists every code', async () => {
  const page = `# Errors\n\nWritten by the tests from the table of problems. Every failure is \`{error, message}\`;
429 adds \`retry_after_seconds\`.\n\n${errorTable(problems)}\n`
  await expect(page).toMatchFileSnapshot('../docs/errors.md')
})

test('the README’s table of endpoints is the table', () => {
  const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
  const block = /<!-- endpoints -->\n([\s\S]*?)\n<!-- \/endpoints -->/.exec(readme)?.[1]
  expect(block?.trim()).toBe(endpointTable(endpoints))
})
