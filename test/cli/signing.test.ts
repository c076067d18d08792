import { readFile, stat } from 'node:fs/promises'
import { isPublicKey } from '@space-data/core/verify'
import { expect, test } from 'vitest'
import { OTHER_PUBLIC_KEY } from '../support/signing-keys.ts'
import { inProcess, serveInProcess, tempFolder } from './program.ts'

const PATH = '/v1/tle/stations'

const space = (...args: string[]) => inProcess(args, {})

test('init makes a private file once, list shows public keys only, rotate keeps the old one for 7 days', async () => {
  const file = `${await tempFolder()}/signing.json`
  const { code, stdout } = await space('signing', 'init', file)
  expect([code, isPublicKey(stdout.trim())]).toEqual([0, true])
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

test('the responses of a server that signs hold by verify, and not for another key', async () => {
  const file = `${await tempFolder()}/signing.json`
  const key = (await space('signing', 'init', file)).stdout.trim()
  const serving = ['--sample', '--store', 'memory:', '--no-jobs', '--signing-key-file', file]
  const { url } = await serveInProcess(serving, {})
  const verified = await space('verify', url + PATH, '--key', key)
  expect([verified.code, verified.stderr]).toEqual([0, ''])
  expect(verified.stdout).toMatch(
    /^verified \S+: \S+, valid for \d+ (h|min), until 20\S+T\d\d:\d\dZ, signed with /,
  )
  const other = await space('verify', url + PATH, '--key', OTHER_PUBLIC_KEY)
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining(`signed with another key, ${key}`)])
  const page = await space('verify', `${url}/status.svg`, '--key', key)
  expect([page.code, page.stderr]).toEqual([1, expect.stringContaining('it is not signed')])
  expect((await fetch(`${url}/ref/endpoints`)).headers.get('signature')).toMatch(/^sd=/)
})
