import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { HOME } from '../../support/child.ts'
import { tempFolder } from '../program.ts'
import { hasTmux, onScreen } from '../tmux.ts'

const PROGRAM = fileURLToPath(new URL('../../../packages/cli/bin/space-data.mjs', import.meta.url))
const SAMPLE = ['--sample', '--store', 'memory:', '--no-jobs']

/** Starts a server with the given stderr; stopped after the test. */
async function spawned(stderr: 'pipe' | number) {
  const words = ['serve', '--port', '0', ...SAMPLE, '--log', 'json']
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', stderr],
    env: { PATH: process.env['PATH'] ?? '', SPACE_DATA_LIMITS_REFUSED_PER_MINUTE: '100000' },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let printed = ''
  child.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toMatch(HOME)
  return { child, ended, url: HOME.exec(printed)?.[1] ?? '' }
}

it('loses no line at shutdown', { timeout: 120_000 }, async () => {
  const file = `${await tempFolder()}/access.jsonl`
  const target = await open(file, 'a')
  onTestFinished(() => target.close())
  const { child, ended, url } = await spawned(target.fd)
  for (let i = 0; i < 20; i += 1) {
    const batch = Array.from({ length: 50 }, () => fetch(`${url}/nowhere`))
    for (const { status } of await Promise.all(batch)) expect(status).toBe(404)
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ids = new Set(lines.filter(({ event }) => event === 'request').map(({ id }) => id))
  expect(ids.size).toBe(1_000)
})

it('the server continues when the log reader is gone', { timeout: 120_000 }, async () => {
  const { child, ended, url } = await spawned('pipe')
  child.stderr?.destroy()
  for (let i = 0; i < 300; i += 1) expect((await fetch(`${url}/nowhere`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('a stalled reader does not block the service; a second signal ends it', {
  timeout: 120_000,
}, async () => {
  const { child, ended, url } = await spawned('pipe')
  child.stderr?.pause()
  // More than a pipe buffers.
  for (let i = 0; i < 40; i += 1) {
    const batch = Array.from({ length: 50 }, () => fetch(`${url}/nowhere`))
    for (const { status } of await Promise.all(batch)) expect(status).toBe(404)
  }
  child.kill('SIGTERM')
  await expect.poll(() => fetch(`${url}/nowhere`).catch(() => 'gone'), { timeout: 60_000 }).toBe('gone')
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
})

it.skipIf(!hasTmux)(
  'is colored lines on a screen, and plain with NO_COLOR',
  { timeout: 120_000 },
  async () => {
    const command = `'${process.execPath}' '${PROGRAM}' serve --port 0 ${SAMPLE.join(' ')}`
    for (const [env, line] of [
      [{}, /\[32m200.* GET {2}\/ref /],
      [{ NO_COLOR: '1' }, /^\d\d:\d\d:\d\dZ 200 GET {2}\/ref /m],
    ] as const) {
      const screen = await onScreen(command, { XDG_DATA_HOME: await tempFolder(), ...env })
      await expect.poll(screen.look, { timeout: 20_000 }).toContain('x-api-key')
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(await screen.look()) ?? []
      await fetch(`${url}/ref`)
      await expect.poll(screen.look).toMatch(line)
      await screen.press('C-c')
      await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 0')
      if ('NO_COLOR' in env) expect(await screen.look()).not.toContain('\u001b')
    }
  },
)
