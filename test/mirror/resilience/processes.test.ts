import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { run, serve, tempFolder } from '../../cli/program.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { ALTITUDES, ask, centralInstance, issue, PATIENCE, roadTo } from '../two-processes.ts'

const PATHS = [
  '/v1/space-weather/kp',
  '/v1/space-weather/wind',
  '/v1/space-weather/mag',
  '/v1/space-weather/xray',
  '/v1/space-weather/proton',
  '/v1/launches/upcoming',
  '/v1/events/recent',
  '/shell/density/500',
  '/shell/density/540',
  '/v1/tle/stations',
]

describe('a mirror in a process of its own', () => {
  it(
    'gives the same bytes, goes on without its central instance, and begins again without the network',
    PATIENCE,
    async () => {
      const source = await centralInstance()
      const road = await roadTo(source.central.url)
      const mirrorStore = ['--store', `sqlite:${source.folder}/mirror.sqlite`, ...ALTITUDES]
      const args = ['--mirror', road.url, '--mirror-key-file', source.keyFile, ...mirrorStore]
      const mirror = await serve([...args, '--prefetch'], { HOME: source.folder })
      expect(mirror.lines).toContainEqual(expect.stringMatching(` · mirror of ${road.url}$`))
      const key = await issue(mirrorStore, source.folder)

      // The groups come last, so that the rest is there when the third is asked for.
      await vi.waitFor(() => expect(road.asked).toContain('/v1/tle/visual'), PATIENCE.timeout)
      const originals = new Map<string, string>()
      for (const path of PATHS) {
        const [ours, theirs] = [await ask(mirror, path, key), await ask(source.central, path, source.key)]
        expect([path, ours.status, ours.text, ours.headers.get('etag')]).toEqual([
          path,
          200,
          theirs.text,
          theirs.headers.get('etag'),
        ])
        originals.set(path, ours.text)
      }
      const own = await ask(mirror, PATHS[0] as string, source.key)
      expect(own.status).toBe(401)

      source.central.child.kill('SIGKILL')
      await source.central.finished
      for (const path of PATHS) expect((await ask(mirror, path, key)).text).toBe(originals.get(path))
      expect((await ask(mirror, '/v1/objects/25544', key)).status).toBe(503)
      mirror.child.kill('SIGTERM')
      const ended = await mirror.finished

      const again = await serve(args, { HOME: source.folder })
      for (const path of PATHS) {
        const { status, text } = await ask(again, path, key)
        expect([path, status, text]).toEqual([path, 200, originals.get(path)])
      }
      const { data } = JSON.parse((await ask(again, '/status', key)).text)
      expect(data.upstreams[0]).toMatchObject({
        provider: 'Central instance',
        last_ok_at: expect.any(String),
      })
      const shown = await run(['status', '--all', '--mirror', road.url, ...mirrorStore.slice(0, 2)], {
        HOME: source.folder,
      })
      expect(shown.stdout).toContain('central-v1-space-weather-kp')
      expect(shown.stdout).toContain('Mirror: the central instance checks the upstreams')
      expect(shown.stdout).not.toContain('shell-job')
      again.child.kill('SIGTERM')
      const endedAgain = await again.finished

      expect(road.authorizations).toEqual(new Set([`Bearer ${source.key}`]))
      const spoken = [ended, endedAgain, shown].map(({ stdout, stderr }) => stdout + stderr).join()
      expect(spoken).not.toContain(source.key)
      for (const file of (await readdir(source.folder)).filter((name) => name.startsWith('mirror.sqlite'))) {
        expect((await readFile(`${source.folder}/${file}`)).includes(source.key)).toBe(false)
      }
    },
  )

  it(
    'takes a new key from its file while it runs, and says in one line what is wrong with the old one',
    PATIENCE,
    async () => {
      const source = await centralInstance({ withShells: false })
      const wrong = `${source.folder}/wrong.key`
      const last = source.key.endsWith('x') ? 'y' : 'x'
      await writeFile(wrong, `${source.key.slice(0, -1)}${last}\n`, { mode: 0o644 })
      await chmod(wrong, 0o644)
      const mirror = await serve(
        [
          '--mirror',
          source.central.url,
          '--mirror-key-file',
          wrong,
          '--open',
          '--store',
          'memory:',
          '--json',
        ],
        {},
      )
      expect(JSON.parse(mirror.lines[0] ?? '')).toMatchObject({ mirror: source.central.url })
      const [kp = ''] = PATHS
      expect((await ask(mirror, kp)).status).toBe(503)
      await writeFile(wrong, source.key)
      await vi.waitFor(async () => expect((await ask(mirror, kp)).status).toBe(200), {
        timeout: PATIENCE_MS,
        interval: 500,
      })
      mirror.child.kill('SIGTERM')
      const { stderr } = await mirror.finished
      expect(stderr).toContain('rejects the key of this mirror (HTTP 401)')
      expect(stderr).toContain('chmod 600')
      expect(stderr).toContain('OPEN: anyone who reaches 127.0.0.1 can read without a key')
    },
  )

  it('that is its own central instance reports the loop', PATIENCE, async () => {
    const folder = await tempFolder()
    const port = await freePort()
    const store = ['--store', `sqlite:${folder}/data.sqlite`]
    await writeFile(`${folder}/own.key`, 'sd_live_not_yet_a_key', { mode: 0o600 })
    const mirror = await serve(
      [
        '--port',
        String(port),
        '--mirror',
        `http://127.0.0.1:${port}`,
        '--mirror-key-file',
        `${folder}/own.key`,
        ...store,
      ],
      { HOME: folder },
    )
    const key = await issue(store, folder)
    expect((await ask(mirror, '/v1/space-weather/kp', key)).status).toBe(503)
    mirror.child.kill('SIGTERM')
    expect((await mirror.finished).stderr).toContain(
      'loop detected: the central instance is behind this mirror',
    )
  })

  it.each([
    [['--prefetch'], '--prefetch requires --mirror'],
    [['--open'], '--open requires --mirror'],
    [['--mirror', 'https://central.example'], 'a mirror needs a key'],
    [['--mirror', 'central.example', '--mirror-key-file', 'x'], '--mirror takes an http or https URL'],
    [
      ['--mirror', 'https://central.example', '--mirror-key-file', 'x', '--sample'],
      '--mirror and --sample exclude each other',
    ],
    [
      ['--mirror', 'https://c.example', '--mirror-key-file', '/nowhere/at/all'],
      'cannot read /nowhere/at/all: file not found',
    ],
  ])('refuses %j in a plain line and a remedy', async (flags, words) => {
    const { code, stderr } = await run(['serve', '--port', '0', '--store', 'memory:', ...flags], {})
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain(words)
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })
})
