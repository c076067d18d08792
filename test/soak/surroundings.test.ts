import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commitAll, copyCheckout } from '../release/checkout.ts'
import { HOME, start } from '../support/child.ts'

vi.setConfig({ testTimeout: 60 * 60_000 })

/** A user who owns nothing. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Programs that some tests use when they are there. */
const OPTIONAL =
  /^(bun|chromium.*|curl|deno|initdb|jupyter.*|mosquitto.*|nginx|openssl|pg_.*|postgres|prom(etheus|tool)|ps|psql|python.*|redis-.*|setpriv|strace|systemd.*|tmux|unshare|varnish.*)$/

/** A place for a checkout, and how commands run there. */
interface Surroundings {
  readonly folder: string
  readonly prefix?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const surroundings: Readonly<Record<string, (base: string) => Surroundings>> = {
  'a folder that only its owner may enter': (base) => {
    chmodSync(base, 0o700)
    return { folder: join(base, 'checkout') }
  },
  'a path with a blank and an umlaut': (base) => ({ folder: join(base, 'Größe und Maß') }),
  'a umask of 077': (base) => ({
    folder: join(base, 'checkout'),
    prefix: ['sh', '-c', 'umask 077; exec "$@"', 'sh'],
  }),
  'an ordinary user': (base) => ({
    folder: join(base, 'checkout'),
    ...(isRoot && {
      prefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--inh-caps=-all'],
    }),
  }),
  'a machine without optional programs': (base) => ({
    folder: join(base, 'checkout'),
    env: { PATH: linksTo((name) => !OPTIONAL.test(name), join(base, 'bin')) },
  }),
}

test.each(Object.keys(surroundings))("the README's commands succeed in %s", async (name) => {
  const base = mkdtempSync(join(tmpdir(), 'space-data-surroundings-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  chmodSync(base, 0o755)
  const { folder, prefix = [], env: own } = surroundings[name]?.(base) ?? { folder: base }
  mkdirSync(folder)
  copyCheckout(folder)
  commitAll(folder, 'test: a checkout')
  mkdirSync(join(base, 'home'))
  if (isRoot && prefix[0] === 'setpriv') spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, base])
  const env = {
    HOME: join(base, 'home'),
    CI: 'true',
    // Those of this run, and what npm has set for it: folders of this user.
    ...Object.fromEntries(
      Object.keys(process.env)
        .filter(isOfThisRun)
        .map((name) => [name, undefined]),
    ),
    ...own,
  }
  const [command = '', ...words] = [...prefix, 'npx', '-y', 'pnpm@10']

  await using server = start(command, [...words, 'start', '--sample', '--port', '0'], { cwd: folder, env })
  const [, origin = ''] = await server.says(HOME, 10 * 60_000)
  expect((await fetch(`${origin}/v1/tle/stations`)).status).toBe(200)
  await server[Symbol.asyncDispose]()

  const tests = start(command, [...words, 'test'], { cwd: folder, env })
  await tests.ended
  const output = tests.output()
  expect({
    code: tests.child.exitCode,
    output: tests.child.exitCode === 0 ? '' : output.slice(-5_000),
  }).toEqual({
    code: 0,
    output: '',
  })
  expect(output).toMatch(/^Tests: \d{4,} passed, 0 failed/m)
})

function isOfThisRun(name: string): boolean {
  return /^(TIER|TESTS_TALLY|SEED|NODE_OPTIONS|INIT_CWD|npm_.*)$/.test(name)
}

/** Makes a folder with links to the programs of PATH that a test selects, and returns it. */
function linksTo(isWanted: (name: string) => boolean, folder: string): string {
  mkdirSync(folder)
  for (const path of (process.env['PATH'] ?? '').split(':').filter((it) => existsSync(it)))
    for (const name of readdirSync(path).filter(isWanted))
      if (!existsSync(join(folder, name))) symlinkSync(join(path, name), join(folder, name))
  return folder
}
