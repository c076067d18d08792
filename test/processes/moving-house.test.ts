import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, vi } from 'vitest'
import { run, tempFolder } from '../cli/program.ts'
import { newFile, newRedis, onRedis, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 120_000 })

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

onRedis('SQLite → Redis → SQLite, by pipes: every key, count, report and shell is the same', async () => {
  const first = newFile()
  const { url: second } = await newRedis()
  const third = newFile()
  const keys = await fill(first)
  const [from, ...at] = [await exported(first), first, second, third]
  expect(typesOf(from)).toEqual({
    dailyCounts: 1,
    keys: 3,
    keyOperations: 3,
    checkMonths: 1,
    shellRuns: 1,
    shellParts: 190,
    historyDays: 1,
    seriesDays: expect.any(Number),
  })

  for (const [i, to] of at.slice(1).entries()) {
    expect(await piped(`store export --store ${at[i]}`, `store import --store ${to}`)).toMatchObject({
      code: 0,
    })
    expect(await exported(to)).toEqual(from)
    expect(await run(['store', 'check', '--store', to], {})).toMatchObject({ code: 0, stderr: '' })
  }
  for (const place of at) {
    const spaceData = createSpaceData({ features: everything, store: await openPlace(place) })
    for (const key of keys) {
      const asked = new Request('http://localhost/shell/density/550', { headers: { 'x-api-key': key } })
      expect((await spaceData.handle(asked)).status).toBe(200)
    }
    await spaceData.close()
  }
})

onRedis('what is lost of a pipe is noticed, and a whole one puts it right', async () => {
  const from = newFile()
  const { url: to } = await newRedis()
  await fill(from)
  for (const bytes of [100, 500, 100_000]) {
    const torn = await piped(`store export --store ${from}`, `store import --store ${to}`, `head -c ${bytes}`)
    expect(torn.code).toBe(1)
    expect(torn.stderr).toMatch(/^space-data: stdin was rejected: the export is truncated in line \d+\n/m)
    expect((await run(['store', 'check', '--store', to], {})).code).toBe(0)
  }
  await piped(`store export --store ${from}`, `store import --store ${to}`)
  expect(await exported(to)).toEqual(await exported(from))
})

/** A store with keys, a count, a check report and shells; gives the keys. */
async function fill(place: string): Promise<string[]> {
  const folder = await tempFolder()
  const store = ['--store', place]
  const lines = [
    ['shell', 'synth', '300', `${folder}/c.csv`],
    ['shell', 'run', '--catalogue', `${folder}/c.csv`, '--accept-size', ...store],
    ['status', '--check', '--sample', ...store],
  ]
  for (const line of lines) expect(await run(line, {})).toMatchObject({ code: 0 })
  const spaceData = createSpaceData({ features: everything, store: await openPlace(place) })
  const orders = ['live', 'Größe 🛰️', 'acme'].map((label) =>
    spaceData.keys.issue({ tier: 'enterprise', label, ...(label === 'acme' && { account: label }) }),
  )
  const keys = (await Promise.all(orders)).map(({ key }) => key)
  const headers = { 'x-api-key': keys[0] ?? '' }
  for (let i = 0; i < 5; i += 1)
    await spaceData.handle(new Request('http://localhost/shell/density/550', { headers }))
  await spaceData.close()
  return keys
}

/** The lines of an export that tell what is in the store, and not when it was written. */
async function exported(place: string): Promise<string[]> {
  const { code, stdout } = await run(['store', 'export', '--store', place], {})
  expect(code).toBe(0)
  return stdout.trimEnd().split('\n').slice(1, -1)
}

function typesOf(lines: readonly string[]): Record<string, number> {
  const types: Record<string, number> = {}
  for (const line of lines) {
    const { type } = JSON.parse(line) as { type: string }
    types[type] = (types[type] ?? 0) + 1
  }
  return types
}

/** Runs two command lines of the program in one pipe, with the code of the last. */
function piped(from: string, to: string, between = 'cat') {
  const program = `'${process.execPath}' '${PROGRAM}'`
  const line = `${program} ${from} | ${between} | ${program} ${to}`
  return new Promise<{ code: number; stderr: string }>((resolve) => {
    const child = execFile('sh', ['-c', line], (_, __, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })
}
