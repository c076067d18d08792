import { expect, test } from 'vitest'
import { record } from './record.ts'

// Of the redesign: every response stays as it is, byte for byte. `-u` writes the file anew for a change by purpose.
test('every operation, form and refusal is as recorded', { timeout: 300_000 }, async () => {
  const lines = await record()
  expect(lines.length).toBeGreaterThan(1_500)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded.txt')
})
