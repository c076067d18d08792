import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkGroups } from '../../../packages/cli/src/doctor/run-checks.ts'

const contract = readFileSync(fileURLToPath(new URL('../../../docs/contract.md', import.meta.url)), 'utf8')
/** The text of each clause of docs/contract.md, by its number. */
const clauses = new Map(
  contract.split(/^(?=- \*\*C| *\||## )/m).flatMap((part): [number: string, text: string][] => {
    const [, number, text] = /^- \*\*(C\d+\.\d+)\*\* (.*)$/s.exec(part) ?? []
    return number === undefined || text === undefined ? [] : [[number, text]]
  }),
)
const cited = checkGroups.flatMap(({ checks }) =>
  checks.flatMap(({ id, clause }) => clause.split(', ').map((number) => ({ id, number }))),
)

test('every check cites clauses of docs/contract.md that exist', () => {
  expect(clauses.size).toBeGreaterThan(80)
  expect(cited.filter(({ number }) => !clauses.has(number))).toEqual([])
})

test('docs/contract.md names the checks of its clauses, and no others', () => {
  const named = [...clauses].flatMap(([number, text]) => {
    const [, ids = ''] = /\s_([a-z0-9.,\s-]+)_\s*$/.exec(text) ?? []
    return ids
      .split(/[,\s]+/)
      .filter(Boolean)
      .map((id) => ({ id, number }))
  })
  const sorted = (pairs: typeof named) => pairs.map(({ id, number }) => `${number} ${id}`).sort()
  expect(sorted(cited)).toEqual(sorted(named))
})
