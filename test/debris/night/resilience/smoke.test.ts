import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { formatOmmCsv, syntheticCatalogue } from '@space-data/sample'
import { expect, onTestFinished, test } from 'vitest'
import { start } from '../../../support/child.ts'

const RUN = fileURLToPath(new URL('../run-shells.mjs', import.meta.url))
const T0 = Date.UTC(2026, 10, 21)

test('a run that is killed publishes nothing, and the next one all', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = join(folder, 'store.sqlite')
  const catalogue = join(folder, 'one.csv')
  writeFileSync(catalogue, formatOmmCsv(syntheticCatalogue(3_000, T0, 1)))
  const run = (aheadMs: number) =>
    start(process.execPath, [RUN, store, catalogue, String(T0 + aheadMs - Date.now()), String(T0)])
  /** What a reader gets of a shell, in an instance of its own. */
  const read = async () => {
    const reader = createSpaceData({ store: await sqlite(store), now: () => new Date(T0) })
    const request = new Request('http://space-data.test/shell/density/550')
    const { status } = await reader.handleAsOperator(request)
    await reader.close()
    return status
  }

  await using killed = run(0)
  await killed.says(/begun/)
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(killed.output()).not.toContain('runId')
  expect(await read()).toBe(404)
  // Longer than a lease later.
  await using next = run(5 * 60_000)
  await next.says(/"runId"/)
  expect(await read()).toBe(200)
})
