import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { parseElementSets } from '../../../../packages/core/src/features/objects/elements/omm.ts'
import { cpuOf } from '../../../support/cpu.ts'
import { capture, describeCaptures } from '../captures.ts'

describeCaptures('captured OMM', () => {
  test('the 15,985 rows of `active` cost a few times what splitting them costs', {
    timeout: 120_000,
  }, async () => {
    const text = capture('celestrak/gp-active.2026-07-10.csv')
    const ways = [() => Papa.parse(text), () => parseElementSets(text)]
    const [splitting = 0, parsing = 0] = await cpuOf(ways, { rounds: 8, times: 2 })
    console.log(
      `FIGURE OMM of 15,985 objects: ${parsing.toFixed(0)} ms CPU, ${splitting.toFixed(0)} ms of it for fields`,
    )
    expect(parsing).toBeLessThan(8 * splitting)
  })
})
