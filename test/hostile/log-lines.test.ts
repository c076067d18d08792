import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { providers } from '@space-data/core'
import { expect, onTestFinished, test } from 'vitest'
import { errorReporter } from '../../packages/cli/src/instance/error-reporter.ts'
import { describeError } from '../../packages/cli/src/kit/errors.ts'
import { plainLog } from '../../packages/cli/src/serve/log/plain-log.ts'
import { fakeTerminal } from '../cli/program.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { get, utf8 } from './requests/odd-request.ts'
import { issueKey, startNode } from './servers.ts'
import { exchange } from './wire.ts'

/** Characters that end a line, move the cursor or clear the screen. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u

const weather = ['kp', 'wind', 'mag', 'xray', 'proton'].map((name) => `/v1/space-weather/${name}`)

test.each([
  ['a message', (text: string) => new Error(text)],
  ['a cause', (text: string) => new Error('fetch failed', { cause: new Error(text) })],
  ['a cause that is no error', (text: string) => new Error('fetch failed', { cause: text })],
  ['a code', (text: string) => Object.assign(new Error(''), { code: text })],
  ['a name', (text: string) => Object.assign(new Error(''), { name: text })],
  ['no error at all', (text: string) => text],
])('%s is one line of the log, whatever it contains', (_, errorOf) => {
  for (const text of naughtyStrings) {
    const terminal = fakeTerminal()
    errorReporter(plainLog(terminal, false).error)(errorOf(`a${text}b\nspace-data: forged`))
    expect(terminal.stderr).toMatch(/^space-data: [^\n]{1,300}\n$/)
    expect(describeError(errorOf(text))).not.toMatch(BREAKS)
  }
})

test('texts of upstreams and clients are one line each', { timeout: 120_000 }, async () => {
  const forged = 'x\nspace-data: forged\r\n\u001b[2Jspace-data: forged\u2028space-data: forged'
  let asked = 0
  const upstream = createServer((_, response) => {
    asked += 1
    if (asked % 2 === 0) response.writeHead(500, 'forged \x85 \x9b2J', { 'content-type': 'text/plain; \x85' })
    response.end(asked % 3 === 0 ? JSON.stringify({ [forged]: forged }) : forged)
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void upstream.close())
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  const flags = Object.keys(providers).flatMap((id) => ['--upstream', `${id}=${origin}`])
  await using server = await startNode('--log', 'off', ...flags)
  const key = await issueKey(server)
  const before = server.output().length
  const paths = [
    '/v1/tle/stations',
    '/v1/objects/25544',
    '/v1/launches/upcoming',
    '/v1/events/recent',
    ...weather,
  ]
  for (const [i, text] of naughtyStrings.entries()) {
    const line = utf8(text).replace(/[\r\n\0]/g, '')
    const target = `${paths[i % paths.length]}?${encodeURIComponent(Buffer.from(text).toString())}`
    const bytes = get(target, `x-api-key: ${key}`, `User-Agent: ${line}`, `Referer: ${line}`)
    await exchange(server.port, bytes, { timeoutMs: PATIENCE_MS })
  }
  expect(asked).toBeGreaterThan(5)
  const logged = server.output().slice(before)
  const lines = logged.split('\n').slice(0, -1)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line).toMatch(/^space-data: /)
    expect(line).not.toMatch(BREAKS)
    expect(line).not.toMatch(/^space-data: forged/)
  }
})

test.each(['pretty', 'json'])(
  'a path that nobody has is one %s line of the log, whatever it contains, without a query or a key',
  { timeout: 120_000 },
  async (log) => {
    await using server = await startNode('--log', log)
    const key = await issueKey(server)
    const before = server.output().length
    const targets = [
      ...naughtyStrings.map((text) => `/${utf8(text).replace(/[\r\n\0 ]/g, '')}`),
      `/${key}`,
      `/x?${key}`,
      `/${key.slice(8)}`,
      '/%0d%0aspace-data:%20forged%1b[2J',
    ]
    for (const target of targets) await exchange(server.port, get(target), { timeoutMs: PATIENCE_MS })
    await exchange(server.port, get('/the-last'), { timeoutMs: PATIENCE_MS })
    await expect.poll(() => server.output()).toContain('/the-last')
    const lines = server.output().slice(before).split('\n').slice(0, -1)
    expect(lines.filter((line) => line.includes('404')).length).toBeGreaterThan(naughtyStrings.length / 2)
    for (const line of lines) {
      expect(line).toMatch(log === 'json' ? /^\{.*\}$/ : /^\d\d:\d\d:\d\dZ \d{3} \w+ +\S|^space-data: /)
      expect(line).not.toMatch(BREAKS)
      expect(line.length).toBeLessThan(log === 'json' ? 420 : 180)
      expect(line).not.toContain(key.slice(8))
    }
  },
)
