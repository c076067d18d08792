import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { ROOT } from '../support/markdown.mjs'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS, patiently } from '../support/patience.ts'
import { client, KEYED, LOADS, repeat } from './fleet.ts'
import { onSharedStores } from './stores.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 })
awayFromMidnight()

const git = (...args: string[]) => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })
const hasHistory = git('rev-parse', '--verify', 'HEAD~1').status === 0

const thisVersion = join(ROOT, 'packages/cli/bin/space-data.mjs')

describe.skipIf(!hasHistory)('the commit before beside this one, on one store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-before-'))
  const versionBefore = join(folder, 'packages/cli/bin/space-data.mjs')

  beforeAll(async () => {
    git('archive', '--output', join(folder, 'before.tar'), 'HEAD~1')
    execFileSync('tar', ['-xf', 'before.tar'], { cwd: folder })
    const env = { XDG_DATA_HOME: join(folder, 'data'), npm_config_prefer_offline: 'true' }
    const args = ['-y', 'pnpm@10', 'start', '--sample', '--no-jobs', '--port', '0']
    await using built = start('npx', args, { cwd: folder, env })
    await built.says(HOME, 580_000)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  onSharedStores('keys, quotas and revocations of one hold at the other; back and forth', async (place) => {
    const env = { XDG_DATA_HOME: join(folder, 'data') }
    const store = ['--sample', '--store', place]
    const run = (program: string, ...args: string[]) =>
      execFileSync(process.execPath, [program, ...args, ...store], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    const serve = async (program: string) => {
      const server = start(
        process.execPath,
        [program, 'serve', '--no-jobs', '--port', '0', '--log', 'off', ...store],
        { env },
      )
      onTestFinished(() => server[Symbol.asyncDispose]())
      const [, url = ''] = await server.says(HOME)
      const stop = async () => {
        server.child.kill('SIGTERM')
        await server.ended
      }
      return { url, stop }
    }
    const ask = client(20)
    const replyAt = (url: string, key: string) => ask(url + KEYED, { headers: { 'x-api-key': key } })
    const statusAt = async (url: string, key: string) => (await patiently(() => replyAt(url, key))).status

    const known = spawnSync(process.execPath, [versionBefore, 'keys', 'list', ...store], { encoding: 'utf8' })
    if (known.status === 2) return console.log(`the commit before has no such store: ${known.stderr}`)

    const older = await serve(versionBefore)
    const newer = await serve(thisVersion)
    let ofOlder = ''
    let uncounted = Number.NaN
    // Where the store is slow for half a second, requests are admitted uncounted or answered 503.
    for (const atOnce of LOADS) {
      ofOlder = run(versionBefore, 'keys', 'issue', '--label', `older, ${atOnce} at once`)
      const admitted = [0, 0]
      uncounted = 0
      await repeat(1_400, atOnce, async (i) => {
        const { status, headers } = await replyAt([older, newer][i % 2]!.url, ofOlder)
        expect([200, 429, 503]).toContain(status)
        if (status === 200 && headers['ratelimit']) admitted[i % 2]! += 1
        else if (status !== 429) uncounted += 1
      })
      if (uncounted > 0) continue
      expect(admitted[0]! + admitted[1]!).toBe(1_000)
      expect(Math.min(...admitted)).toBeGreaterThan(0)
      break
    }
    expect(uncounted).toBe(0)

    const ofNewer = run(thisVersion, 'keys', 'issue', '--tier', 'pro', '--label', 'newer')
    expect([await statusAt(older.url, ofNewer), await statusAt(newer.url, ofNewer)]).toEqual([200, 200])
    const { id } = (
      JSON.parse(run(thisVersion, 'keys', 'list', '--json')) as { id: string; label: string }[]
    ).find(({ label }) => label === 'newer')!
    run(versionBefore, 'keys', 'revoke', id)
    await vi.waitUntil(async () => (await statusAt(newer.url, ofNewer)) === 401, PATIENCE_MS)

    // Forward, and back again.
    await older.stop()
    await newer.stop()
    const back = await serve(versionBefore)
    expect([await statusAt(back.url, ofOlder), await statusAt(back.url, ofNewer)]).toEqual([429, 401])
    expect(run(versionBefore, 'keys', 'list')).toContain(id)
  })
})
