import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { run } from '../cli/program.ts'
import { HOME, start } from '../support/child.ts'
import { directly } from '../support/proxies.ts'
import { brokenRequests, issueAt, oddUses, rightUses } from './odd-places.ts'
import type { ServedStore } from './served-store.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
const PREFIX = 'sd_live_'
/** DONKI is down, so that its route fails and the failure is told on stderr. */
const SERVE = ['serve', '--port', '0', '--sample', '--no-jobs', '--trusted-hops', '1']
const DOWN = ['--upstream', 'donki=http://127.0.0.1:9']

/**
 * Uses keys in right and in odd places of a server on a store, and looks for them in all that is left. For
 * each of `count` a command issues one key, and two clients one each, whose networks a trusted proxy names.
 */
export async function expectNoKeyAnywhere(
  name: string,
  open: () => Promise<ServedStore>,
  count = 10,
): Promise<void> {
  const addresses = Array.from({ length: count }, (_, i) => [
    `198.51.100.${i + 1}`,
    `2001:db8:${i + 1}::5eed`,
  ]).flat()
  await using store = await open()
  const place = ['--store', store.place]
  const server = start(process.execPath, [PROGRAM, ...SERVE, ...DOWN, ...place])
  await using _ = server
  const [, url = ''] = await server.says(HOME)
  await using client = directly(url)

  const ids = new Map<string, string>()
  const printed: string[] = []
  const command = async (...args: string[]) => {
    const { stdout, stderr } = await run(['keys', ...args, ...place], {})
    printed.push(stderr)
    return stdout
  }
  const keys: string[] = []
  for (const address of addresses) keys.push(await issueAt(address, client.ask))
  for (let i = 0; i < count; i += 1) {
    const issued = await command('issue', '--tier', 'hobby', '--label', `${i}`, '--json')
    const { key, id } = JSON.parse(issued) as { key: string; id: string }
    keys.push(key)
    ids.set(key, id)
  }
  expect(keys.filter((key) => /^sd_live_[0-9A-Za-z]{36}$/.test(key))).toHaveLength(3 * count)

  const answers: string[] = []
  const ask: typeof client.ask = async (path, asking = {}) => {
    const address = addresses[answers.length % addresses.length]!
    const headers = { ...asking.headers, 'x-forwarded-for': address }
    const reply = await client.ask(path, { ...asking, headers })
    answers.push(JSON.stringify(reply))
    return reply
  }
  const accepted: object[] = []
  for (const key of keys) {
    expect((await ask('/v1/space-weather/kp', { headers: { 'x-api-key': key } })).status).toBe(200)
    for (const [path, asking] of rightUses(key)) await ask(path, asking)
    for (const [path, asking] of oddUses(key)) {
      const { status } = await ask(path, asking)
      if (status < 400 && path !== '/v1/speedtest/up') accepted.push({ path, asking })
    }
  }
  const tickets: string[] = []
  for (const key of keys) {
    const { body } = await client.ask('/v1/stream-tickets', { method: 'POST', headers: { 'x-api-key': key } })
    const { ticket } = JSON.parse(body).data
    tickets.push(ticket)
    const stream = `/v1/alerts/stream?ticket=${ticket}`
    expect((await ask(`/nowhere${stream}`)).status).toBe(404)
    expect((await ask(`/${ticket}`)).status).toBe(404)
    expect((await ask(stream, { method: 'HEAD' })).status).toBe(200)
    expect((await ask(stream)).status).toBe(401)
  }
  for (const key of keys.slice(0, 3)) await brokenRequests(key, url)
  for (const [key, id] of [...ids].slice(0, 3)) {
    for (const args of [
      ['show', key],
      ['revoke', key],
      ['show', id],
      ['revoke', id],
    ]) {
      printed.push(await command(...args))
    }
  }
  printed.push(await command('list'), await command('list', '--json'))

  const kept = [await store.dump()]
  server.child.kill('SIGTERM')
  await server.ended
  kept.push(await store.dump())

  const everything = Buffer.concat([
    ...kept,
    ...[server.output(), ...printed, ...answers].map((s) => Buffer.from(s)),
  ])
  const found = [...keys.map((key) => key.slice(PREFIX.length)), ...tickets].filter((secret) =>
    everything.includes(secret),
  )
  const seen = addresses.filter((address) => everything.includes(address))
  console.log(
    `FIGURE keys in logs, answers and store, ${name}: ${found.length} of ${keys.length} keys and ${tickets.length} tickets and ${seen.length} of ` +
      `${addresses.length} addresses in ${everything.length} bytes after ${answers.length} requests`,
  )
  expect({ found, seen, accepted }).toEqual({ found: [], seen: [], accepted: [] })
  // What is looked at is where keys are kept: each of their hashes is there.
  const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'))
  expect(hashes.filter((hash) => !kept[1]!.includes(hash))).toEqual([])
  expect(server.output()).toMatch(/^space-data: .*DONKI|donki/im)
}
