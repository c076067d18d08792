import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('forty new SQLite files can each be opened by four processes at once', async () => {
  using folder = temporaryFolder()
  for (let i = 0; i < 40; i += 1) {
    const path = join(folder.path, `race ${i}.db`)
    const backends = await Promise.all([1, 2, 3, 4].map(() => sqlite(path)))
    const takes = await Promise.all(backends.map(({ atomic }) => atomic.add('a', 3, NOW + 1_000, NOW)))
    expect(takes.filter(({ added }) => added)).toHaveLength(3)
    await Promise.all(backends.map((backend) => backend.close()))
  }
}, 90_000)
