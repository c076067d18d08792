import { expect, test } from 'vitest'
import { postgresUnfitReason, postgresWarnings } from '../../../packages/core/src/adapters/postgres/health.ts'
import { clockWarnings } from '../../../packages/core/src/adapters/shared/clock-warnings.ts'

const GOOD = {
  version: 150_020,
  fsync: 'on',
  full_page_writes: 'on',
  encoding: 'UTF8',
  is_standby: false,
  process_id: 7,
}

test('a Postgres of an unsupported version or encoding is unfit', () => {
  expect(postgresUnfitReason(GOOD)).toBeUndefined()
  expect(postgresUnfitReason({ ...GOOD, version: 130_000 })).toBeUndefined()
  expect(postgresUnfitReason({ ...GOOD, version: 120_022 })).toMatch(/version 12: use PostgreSQL 13 or later/)
  expect(postgresUnfitReason({ ...GOOD, encoding: 'SQL_ASCII' })).toMatch(/SQL_ASCII: create one with/)
})

test('a standby, a pooler and a wrong clock are warnings', () => {
  expect(postgresWarnings(GOOD, 7)).toEqual([])
  expect(postgresWarnings({ ...GOOD, is_standby: true }, 7)).toEqual([
    expect.stringMatching(/^Postgres is a read-only standby: .* address of the primary$/),
  ])
  expect(postgresWarnings(GOOD, 8)).toEqual([expect.stringMatching(/^Postgres is behind a pooler/)])
  expect(clockWarnings('Postgres', -60_000)).toEqual([])
  expect(clockWarnings('Postgres', -120_001)).toEqual([
    expect.stringMatching(/^The clock of Postgres is 2 min behind the clock of this machine/),
  ])
})
