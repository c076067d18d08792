import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { KeyRecords } from '../../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { randomOf } from '../../support/random.ts'
import { callsOf, SimulatedDisk } from '../simulated-disk.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'

const PROGRAM = fileURLToPath(new URL('../issue-keys.mjs', import.meta.url))
const KEYS = 250
const CUT_EVERY = 10
const CALLS = 'pwrite64,write,fdatasync,fsync,ftruncate,unlink'

test('no issued key is lost in a power cut, whichever unsynced writes the disk drops', {
  timeout: 180_000,
}, async ({ skip }) => {
  if (!haveStrace()) skip('strace is not installed, or may not trace')
  using folder = temporaryFolder()
  const live = join(folder.path, 'live')
  mkdirSync(live)
  const log = join(folder.path, 'calls')
  const traced = ['-f', '-y', '-xx', '-s', '70000', '-e', `trace=${CALLS}`, '-o', log]
  execFileSync('strace', [...traced, process.execPath, PROGRAM, join(live, 'a.sqlite'), String(KEYS)])

  const disk = new SimulatedDisk(live)
  const shown: string[] = []
  let cuts = 0
  for (const call of callsOf(readFileSync(log, 'latin1'))) {
    disk.do(call)
    const key = call.name === 'write' && /^shown (\S+)\n$/.exec(call.bytes.toString())?.[1]
    if (!key) continue
    shown.push(key)
    if (shown.length % CUT_EVERY !== 0) continue
    for (const survives of [() => false, () => random() < 0.5]) {
      cuts += 1
      const after = join(folder.path, `cut ${cuts}`)
      mkdirSync(after)
      disk.cut(after, survives)
      expect(await lostOf(shown, join(after, 'a.sqlite'))).toEqual([])
    }
  }
  expect(shown).toHaveLength(KEYS)
  console.log(`FIGURE cut of power, SQLite: ${cuts} cuts, ${KEYS} keys shown, 0 lost, 0 corrupt`)
})

/** Returns the keys that are missing after the file was opened again. */
async function lostOf(keys: readonly string[], path: string): Promise<string[]> {
  const backend = await sqlite(path)
  const { query } = backend.adapter as unknown as { query: (sql: string) => Promise<object[]> }
  expect(await query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const records = new KeyRecords(openStore(backend))
  const found = await Promise.all(
    keys.map((key) => records.byHash(createHash('sha256').update(key).digest('hex'))),
  )
  await backend.close()
  return keys.filter((_, i) => !found[i])
}

const random = randomOf(20_261_122)

function haveStrace(): boolean {
  try {
    execFileSync('strace', ['-e', 'trace=write', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
