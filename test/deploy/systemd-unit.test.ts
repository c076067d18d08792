import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { HOME } from '../support/child.ts'
import { ROOT } from '../support/markdown.mjs'
import { deployFile } from './files.ts'
import { mayLock, NOBODY, startLocked } from './locked.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const hasStrace = spawnSync('strace', ['--version']).status === 0
for (const [name, isThere] of Object.entries({ 'systemd-analyze': hasSystemd, strace: hasStrace }))
  if (!isThere) console.warn(`SKIPPED: ${name} is not installed`)

const unit = deployFile('space-data@.service')
const settings = [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
const valuesOf = (name: string) => settings.filter((it) => it.name === name).map(({ value }) => value)

const folder = mkdtempSync(join(tmpdir(), 'space-data-unit-'))
afterAll(() => rmSync(folder, { recursive: true }))

function analyze(...args: string[]) {
  const file = join(folder, 'space-data@8787.service')
  writeFileSync(file, unit)
  return spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
}

it.skipIf(!hasSystemd)('is valid, with an exposure of at most 1.2', () => {
  expect(analyze('verify')).toMatchObject({ status: 0, stderr: '' })
  const { stdout } = analyze('security', '--offline=true', '--no-pager')
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
  process.stdout.write(`FIGURE exposure of the systemd unit: ${exposure}\n`)
  expect(exposure).toBeLessThanOrEqual(1.2)
})

it.skipIf(!hasSystemd || !hasStrace || !mayLock)(
  'lets a server work: its calls refused as by the unit, in a read-only root, as nobody',
  { timeout: 90_000 },
  async () => {
    chownSync(folder, NOBODY, -1)
    const refused = refusedCalls()
    expect(refused).toEqual(expect.arrayContaining(['mount', 'ptrace', 'reboot', 'setrlimit', 'chown']))
    const list = refused.map((name) => `?${name}`).join(',')
    const strace = [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-o',
      join(folder, 'calls'),
      '-e',
      `trace=${list}`,
    ]
    const program = join(ROOT, 'packages/cli/bin/space-data.mjs')
    await using server = startLocked(
      folder,
      [
        ...[...strace, '-e', `inject=${list}:error=EPERM`, process.execPath, program],
        ...['serve', '--sample', '--port', '0', '--workers', '2', '--metrics-port', '0', '--log', 'json'],
      ],
      { XDG_DATA_HOME: folder },
    )
    const [, origin = ''] = await server.says(HOME)
    const [key = ''] = await server.says(/sd_live_\w{36}/)
    const headers = { 'x-api-key': key }
    for (const path of ['/v1/space-weather/kp', '/v1/tle/stations', '/healthz', '/globe'])
      expect([path, (await fetch(origin + path, { headers })).status]).toEqual([path, 200])
    const [metrics = ''] = await server.says(/http:\S+\/metrics/)
    expect((await fetch(metrics)).status).toBe(200)
    await server.says(/"job":"shells","ok":true/, 60_000)
    // To the whole group: strace blocks the signal for itself.
    process.kill(-(server.child.pid ?? 0), 'SIGTERM')
    expect(await server.ended).toEqual([0, null])
  },
)

/** The system calls that `SystemCallFilter` of the unit refuses, of all that systemd knows. */
function refusedCalls(): string[] {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8' })
  const sets = new Map(
    stdout.split(/^(?=@)/m).map((text) => {
      const [name = '', ...lines] = text.split('\n')
      const members = lines.flatMap((line) => /^ {4}([@\w-]+)$/.exec(line)?.[1] ?? [])
      return [name, members] as const
    }),
  )
  const callsOf = (name: string): string[] =>
    name.startsWith('@') ? (sets.get(name) ?? []).flatMap(callsOf) : [name]
  const allowed = new Set<string>()
  for (const value of valuesOf('SystemCallFilter'))
    for (const name of value.replace('~', '').split(' '))
      for (const call of callsOf(name)) value.startsWith('~') ? allowed.delete(call) : allowed.add(call)
  return callsOf('@known').filter((call) => !allowed.has(call))
}
