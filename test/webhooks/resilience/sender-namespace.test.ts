import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../storage/temporary-sqlite.ts'
import { certificate } from '../../support/certificate.ts'
import { start } from '../../support/child.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { type Outcome, QUIET, RUNTIMES, sendAllCommand, trusting } from '../runtimes.ts'

vi.setConfig({ testTimeout: 90_000 })

const WORLD = fileURLToPath(new URL('../namespace/world.mjs', import.meta.url))
const UNSHARE = ['--map-root-user', '--net', '--mount']
/** A public address each, on the loopback device of a network of its own. */
const [V4, V6] = ['93.184.216.34', '2606:2800:21f::1']

const hasNamespaces = spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up']).status === 0
if (!hasNamespaces) console.warn('SKIPPED: no network namespaces for users here')

const ZONE = {
  'public.hooks.example': { A: [[V4]] },
  'v6.hooks.example': { AAAA: [[V6]] },
  'rebinding.hooks.example': { A: [[V4], ['127.0.0.1']] },
  'mixed.hooks.example': { A: [[V4, '127.0.0.1']] },
  'half.hooks.example': { A: [[V4]], AAAA: [['::1']] },
  'mapped.hooks.example': { AAAA: [['::ffff:7f00:1']] },
  'silent.hooks.example': { A: [null], AAAA: [null] },
}

const REFUSED = {
  error: 'ReceiverRefusedError',
  message: 'The name of this receiver resolves to an address that is not public.',
}
const received = (body: string) => ({ status: 200, body })

describe.skipIf(!hasNamespaces)('with name servers of an attacker', () => {
  test.each(Object.keys(RUNTIMES))(
    'nodeSender on %s reaches what it has checked and nothing else',
    async (runtime) => {
      using folder = temporaryFolder()
      const file = (name: string) => join(folder.path, name)
      const authority = certificate({ name: 'Test authority', isAuthority: true })
      const { cert, key } = certificate({ name: '*.hooks.example', issuer: authority })
      writeFileSync(file('authority.pem'), authority.cert)
      writeFileSync(file('resolv.conf'), 'nameserver 127.0.0.1\n')
      const names = [
        'public',
        'v6',
        'rebinding',
        'rebinding',
        'rebinding',
        'mixed',
        'half',
        'mapped',
        'absent',
        'silent',
      ]
      const requests = names.map((name) => ({
        url: `https://${name}.hooks.example/`,
        timeoutMs: name === 'silent' ? 2_000 : PATIENCE_MS,
      }))
      const command = sendAllCommand(runtime, { options: {}, requests })
      const world = { zone: ZONE, addresses: [V4, V6, '127.0.0.1', '::1'], tls: { cert, key }, command }
      const script = [
        'ip link set lo up',
        `ip addr add ${V4}/32 dev lo`,
        `ip -6 addr add ${V6}/128 dev lo nodad`,
        `mount --bind '${file('resolv.conf')}' /etc/resolv.conf`,
        'exec "$@"',
      ].join(' && ')
      const words = ['sh', '-c', script, 'sh', process.execPath, WORLD, JSON.stringify(world)]
      const env = { ...QUIET, ...trusting(file('authority.pem')) }
      await using child = start('unshare', [...UNSHARE, ...words], { env })
      const [line] = await child.says(/^\{.*\}$/m, 60_000)
      const { outcomes, queries, arrived } = JSON.parse(line) as {
        outcomes: Outcome[]
        queries: Record<string, number>
        arrived: Record<string, number>
      }
      expect(outcomes).toMatchObject([
        received(V4),
        received(V6),
        received(V4),
        REFUSED,
        REFUSED,
        REFUSED,
        REFUSED,
        REFUSED,
        { error: 'ReceiverUnreachableError', message: 'name not found' },
        { error: 'ReceiverUnreachableError', message: 'timed out after 2 s' },
      ])
      expect(arrived).toEqual({ [V4]: 2, [V6]: 1, '127.0.0.1': 0, '::1': 0 })
      // One look-up for each request: nothing is looked up again between the check and the connection.
      expect(queries).toMatchObject({ 'public.hooks.example A': 1, 'rebinding.hooks.example A': 3 })
    },
  )
})
