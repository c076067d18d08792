import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpaceData, memory, type WholeSpaceData } from '@space-data/core'
import { readElementSets } from '@space-data/core/debris'
import { everything } from '@space-data/core/features'
import { sqlite } from '@space-data/core/sqlite'
import { expect, test } from 'vitest'
import { start } from '../../../support/child.ts'
import { random } from '../../../support/random.ts'
import { orInSoak } from '../../../support/tier.ts'

const KILLS = orInSoak(8, 100)
const T0 = Date.UTC(2026, 10, 21)
/** Longer than a lease: whoever was killed before holds nobody up. */
const STEP_MS = 5 * 60_000
const SHELLS = [400, 550, 780, 850, 1_200, 1_450]

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'space-data-'))

function catalogue(name: string, seed: number): string {
  const file = join(folder, `${name}.csv`)
  const words = ['shell', 'synth', '2500', file, '--seed', String(seed), '--at', '2026-11-21T00:00:00Z']
  execFileSync(process.execPath, [join(root, 'packages/cli/bin/space-data.mjs'), ...words])
  return file
}

/** What readers see of several shells, less the instants of publishing. */
async function seen(spaceData: WholeSpaceData) {
  const shells = await Promise.all(
    SHELLS.map(async (alt) => {
      const response = await spaceData.handleAsOperator(
        new Request(`http://space-data.test/shell/density/${alt}`),
      )
      return response.json() as Promise<{ source: string; data: { computed_at: string; bins: unknown } }>
    }),
  )
  return {
    sources: new Set(shells.map(({ source }) => source)),
    instants: new Set(shells.map(({ data }) => data.computed_at)),
    bins: JSON.stringify(shells.map(({ data }) => data.bins)),
  }
}

test(`${KILLS} kills at random moments: readers see one whole run, and the last run is the uninterrupted one's bytes`, {
  timeout: 180_000 + KILLS * 30_000,
}, async () => {
  const store = join(folder, 'store.sqlite')
  const [one, two] = [catalogue('one', 1), catalogue('two', 2)]
  const whole = async (file: string, source: string) => {
    const spaceData = createSpaceData({ features: everything, store: memory(), now: () => new Date(T0) })
    const { elementSets } = readElementSets(readFileSync(file, 'utf8'))
    await spaceData.jobs.shells.run({ catalogue: { elementSets, source, fetchedAt: T0 }, at: T0 })
    return (await seen(spaceData)).bins
  }
  const expected: Record<string, string> = { one: await whole(one, 'one'), two: await whole(two, 'two') }

  const run = (file: string, step: number) => {
    const aheadMs = T0 + step * STEP_MS - Date.now()
    return start(process.execPath, [
      join(root, 'test/debris/night/run-shells.mjs'),
      store,
      file,
      String(aheadMs),
      String(T0),
    ])
  }
  const durationMs = await (async () => {
    await using first = run(one, 0)
    await first.says(/begun/, 60_000)
    const begunAt = performance.now()
    await first.says(/"runId"/, 60_000)
    return performance.now() - begunAt
  })()
  let resumed = 0
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await using job = run(two, kill)
    await job.says(/begun/, 60_000)
    await new Promise((resolve) => setTimeout(resolve, random() * durationMs))
    job.child.kill('SIGKILL')
    await job.ended
    if (job.output().includes('"resumed":true')) resumed += 1

    const reader = createSpaceData({
      features: everything,
      store: await sqlite(store),
      now: () => new Date(T0 + kill * STEP_MS),
    })
    const { sources, instants, bins } = await seen(reader)
    expect(sources.size).toBe(1)
    expect(instants.size).toBe(1)
    expect(bins).toBe(expected[[...sources][0] ?? ''])
    await reader.close()
  }
  await using last = run(two, KILLS + 1)
  await last.says(/"runId"/, 60_000)
  const reader = createSpaceData({
    features: everything,
    store: await sqlite(store),
    now: () => new Date(T0 + (KILLS + 1) * STEP_MS),
  })
  const { sources, bins } = await seen(reader)
  expect([...sources]).toEqual(['two'])
  expect(bins).toBe(expected['two'])
  await reader.close()
  console.info(`${KILLS} kills, 0 mixed runs, ${resumed} resumed and finished before their kill`)
})
