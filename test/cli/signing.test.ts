import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isPublicKey } from '@space-data/core/verify'
import { describe, expect, test } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { directly, nginxWith, present } from '../support/proxies.ts'
import { OTHER_PUBLIC_KEY } from '../support/signing-keys.ts'
import { inProcess, run, tempFolder } from './program.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
const PATH = '/v1/tle/stations'

const space = (...args: string[]) => inProcess(args, {})

test('init makes a private file once, list shows public keys only, rotate keeps the old one for 7 days', async () => {
  const file = `${await tempFolder()}/signing.json`
  const { code, stdout, stderr } = await run(['signing', 'init', file], {})
  expect([code, isPublicKey(stdout.trim())]).toEqual([0, true])
  expect(stderr).not.toMatch(/Warning/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const before = await readFile(file, 'utf8')
  const again = await space('signing', 'init', file)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('it already exists')])
  expect(await readFile(file, 'utf8')).toBe(before)

  const rotated = await space('signing', 'rotate', file)
  expect(rotated.code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const after = await readFile(file, 'utf8')
  expect(after).not.toContain(JSON.parse(before).keys[0].d)
  const listed = await space('signing', 'list', file, '--json')
  const { keys } = JSON.parse(listed.stdout)
  expect(keys.map(({ key, state }: { key: string; state: string }) => [key, state])).toEqual([
    [rotated.stdout.trim(), 'signs'],
    [stdout.trim(), 'published'],
  ])
  const days = (keys[1].until - Date.now() / 1_000) / 86_400
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)
  const table = (await space('signing', 'list', file)).stdout
  expect(table).not.toContain(JSON.parse(after).keys[0].d)
  for (const { key } of keys) expect(table).toContain(key)
})

test.each([
  [['signing', 'list', '/nowhere/at/all'], 1, 'file not found'],
  [['serve', '--verify', OTHER_PUBLIC_KEY], 2, '--verify requires --mirror'],
  [['serve', '--verify', 'ed25519-x'], 2, '--verify takes public keys such as ed25519-JrQL'],
  [['verify', 'http://127.0.0.1:9/', '--key', 'x'], 2, '--key takes ed25519- and the public key'],
  [['verify', 'x', '--key', OTHER_PUBLIC_KEY], 2, 'verify takes an http or https URL'],
  [['verify', 'http://127.0.0.1:9/', '--key', OTHER_PUBLIC_KEY], 1, 'cannot fetch'],
])('%j is refused in one line', async (args, code, message) => {
  const refused = await space(...args)
  expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(message)])
})

describe('a server that signs', { timeout: 60_000 }, () => {
  test('holds by verify, through nginx that compresses, and not for another key or path', async () => {
    const folder = await tempFolder()
    const file = `${folder}/signing.json`
    const key = (await space('signing', 'init', file)).stdout.trim()
    const serving = [
      'serve',
      '--sample',
      '--store',
      'memory:',
      '--port',
      '0',
      '--no-jobs',
      '--signing-key-file',
      file,
    ]
    await using server = start(process.execPath, [PROGRAM, ...serving])
    const [, url = ''] = await server.says(HOME)
    const verified = await run(['verify', url + PATH, '--key', key], {})
    expect([verified.code, verified.stderr]).toEqual([0, ''])
    expect(verified.stdout).toMatch(
      / holds: \S+, valid for \d+ (h|min), until 20\S+T\d\d:\d\dZ, signed with /,
    )
    const other = await space('verify', url + PATH, '--key', OTHER_PUBLIC_KEY)
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining(`signed with another key, ${key}`),
    ])
    const page = await space('verify', `${url}/status.svg`, '--key', key)
    expect([page.code, page.stderr]).toEqual([1, expect.stringContaining('it is not signed')])
    const large = await directly(url).ask('/ref/endpoints')
    expect(large.headers['signature']).toMatch(/^sd=/)

    if (!present.nginx) return console.warn('SKIPPED: through nginx, as there is none')
    await using proxy = await nginxWith(
      `${folder}/nginx`,
      (port) => `
        gzip on; gzip_proxied any; gzip_types *; gzip_min_length 1;
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass ${url}; proxy_http_version 1.1; proxy_set_header Accept-Encoding ''; }
          location /other/ { rewrite .* ${PATH} break; proxy_pass ${url}; }
        }`,
    )
    const zipped = await proxy.ask(PATH, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const through = await space('verify', proxy.url + PATH, '--key', key)
    expect([through.code, through.stderr]).toEqual([0, ''])
    const exchanged = await space('verify', `${proxy.url}/other/v1/tle/weather`, '--key', key)
    expect([exchanged.code, exchanged.stderr]).toEqual([1, expect.stringContaining(`it is for ${PATH}`)])
  })
})
