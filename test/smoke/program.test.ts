import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run, serve, tempFolder } from '../cli/program.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))

test('the program prints its version and exits 0; it says what is wrong on stderr and exits 2', async () => {
  const env = { HOME: await tempFolder() }
  const [version, wrong] = await Promise.all([run(['--version'], env), run(['serve', '--port', 'x'], env)])
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toBe('space-data: --port takes a whole number from 0 to 65535, not "x"\n')
})

test('serve --sample prints its banner, answers, logs JSON on stderr, and stops at SIGTERM with 0', async () => {
  const home = await tempFolder()
  const server = await serve(['--sample'], { XDG_DATA_HOME: home })
  expect(server.lines).toEqual([
    expect.stringMatching(/^Space-Data \d+\.\d+\.\d+\S* · sample data, no network$/),
    `  Home     ${server.url}/`,
    `  Status   ${server.url}/status`,
    `  Store    SQLite at ${home}/space-data/space-data-sample.sqlite`,
    '  Shells   computing, about 10 s',
    '  Try',
    expect.stringMatching(/^curl -s \S+\/v1\/space-weather\/kp -H 'x-api-key: sd_live_\w{36}'$/),
  ])
  expect((await fetch(`${server.url}/ref`)).status).toBe(200)
  server.child.kill('SIGTERM')
  const { code, signal, stderr } = await server.finished
  expect([code, signal]).toEqual([0, null])
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'GET /ref 200' }))
  expect(lines).toContainEqual(expect.objectContaining({ msg: expect.stringContaining('shutting down') }))
})

test('a reader that goes away ends the program quietly, with 1', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'openapi'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { HOME: await tempFolder() },
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close')
  // As head does: it has what it wants of the document, which is larger than a pipe.
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect([await ended, stderr]).toEqual([[1, null], ''])
})

test('without XDG_DATA_HOME the default store is under the home folder', async ({ skip }) => {
  if (process.platform !== 'linux') skip('another folder on this platform')
  const { code, stderr } = await run(['keys', 'list'], { HOME: await tempFolder() })
  expect([code, stderr]).toEqual([1, expect.stringContaining('/.local/share/space-data/space-data.sqlite')])
})
