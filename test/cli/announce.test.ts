import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { main } from '../../packages/cli/src/main.ts'
import { fakeTerminal, tempFolder } from './program.ts'

/** What a mirror says of how to ask it; it is stopped at once, and asks nobody. */
async function saidByMirror(...flags: string[]): Promise<string> {
  const terminal = { ...fakeTerminal(), onStop: (stop: () => void) => stop() }
  const keyFile = `${await tempFolder()}/central.key`
  await writeFile(keyFile, `sd_live_${'0'.repeat(36)}\n`, { mode: 0o600 })
  const mirror = ['--mirror', 'http://127.0.0.1:1', '--mirror-key-file', keyFile]
  const code = await main(
    ['serve', '--port', '0', '--store', 'memory:', '--log', 'off', ...mirror, ...flags],
    terminal,
  )
  expect([code, terminal.stdout]).toEqual([0, expect.stringMatching(/^Listening on /)])
  return terminal.stdout
}

it('an open mirror is asked without a key', async () => {
  const said = await saidByMirror('--open')
  expect(said).toMatch(/\nAsk it, without a key:\n {2}curl -s http:\S+\/v1\/space-weather\/kp\n$/)
  expect(said).not.toMatch(/x-api-key|v1\/keys/)
})

it('any other mirror with one of its own', async () => {
  const said = await saidByMirror()
  expect(said).toMatch(/\nIssue a key, then use it:\n {2}curl -s -X POST \S+\/v1\/keys /)
  expect(said).toMatch(/\/v1\/space-weather\/kp -H 'x-api-key: <key>'\n$/)
})
