import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOME } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { buildImage, stages } from './image.ts'
import { mayLock, NOBODY, runLocked, startLocked } from './locked.ts'

const KP = '/v1/space-weather/kp'

const hasRedis = await haveRedis()

const last = stages().at(-1) ?? []
const wordsOf = (name: string) =>
  last.filter((instruction) => instruction.name === name).map(({ words }) => words)

describe('the Dockerfile', () => {
  it('names images only, no registry', () => {
    const images = stages().map(([from]) => from?.words.split(' ')[0])
    expect(images).toEqual(['node:22-slim', 'node:22-slim', 'node:22-slim'])
  })

  it('ends with a user, a volume, a signal and a health check', () => {
    expect(wordsOf('USER')).toEqual(['node'])
    expect(wordsOf('VOLUME')).toEqual(['/data'])
    expect(wordsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(wordsOf('CMD')).toEqual(['["space-data", "serve"]'])
    expect(wordsOf('ENV')).toEqual(['XDG_DATA_HOME=/data SPACE_DATA_HOST=0.0.0.0'])
    expect(last.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      last.findLastIndex(({ name }) => name === 'RUN'),
    )
  })
})

describe('the image, built without containers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-image-'))
  const data = join(folder, 'data')
  let program = ''

  beforeAll(() => {
    const root = buildImage(folder)
    program = join(root, 'app/packages/cli/bin/space-data.mjs')
    mkdirSync(data)
    // Of another user, who may look into all folders of the image.
    chmodSync(folder, 0o755)
    chownSync(data, process.getuid?.() === 0 ? NOBODY : (process.getuid?.() ?? 0), -1)
  }, 300_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  it('has the program and the packages that it needs to run, nothing that builds it', () => {
    expect(spawnSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(wordsOf('RUN')[0]).toContain('/app/packages/cli/bin/space-data.mjs')
    const app = join(program, '../../../..')
    expect(readdirSync(app).sort()).toEqual([
      'node_modules',
      'package.json',
      'packages',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
    ])
    for (const name of ['typescript', 'esbuild', 'vitest'])
      expect(readdirSync(join(app, 'node_modules/.pnpm')).filter((it) => it.startsWith(`${name}@`))).toEqual(
        [],
      )
  })

  it.skipIf(!mayLock)('is locked indeed when it runs in a read-only root', () => {
    const probe = `id -u; for place in / /tmp /dev/shm "$HOME" '${folder}' '${data}'; do
      touch "$place/probe" 2> /dev/null && echo "$place"; done; rm -f '${data}/probe'
      grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status`
    expect(runLocked(data, ['sh', '-c', probe]).split(/\s+/)).toEqual([
      ...[String(NOBODY), data],
      ...['CapEff:', '0000000000000000', 'CapBnd:', '0000000000000000', 'NoNewPrivs:', '1', ''],
    ])
  })

  it.skipIf(!mayLock)('serves, is healthy and stops in a read-only root, as nobody', async () => {
    const port = await freePort()
    const command = [process.execPath, program, 'serve', '--sample', '--port', String(port)]
    await using server = startLocked(data, command, { XDG_DATA_HOME: data })
    const [, origin = ''] = await server.says(HOME)
    const [key] = await server.says(/sd_live_\w{36}/)
    const headers = { 'x-api-key': key }
    expect((await fetch(origin + KP, { headers })).status).toBe(200)
    expect(isHealthy(port)).toBe(true)
    await server.says(/"job":"shells","ok":true/, 60_000)
    expect((await fetch(`${origin}/shell/density/550`, { headers })).status).toBe(200)
    expect(existsSync(join(data, 'space-data/space-data-sample.sqlite'))).toBe(true)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual([0, null])
    expect(isHealthy(port)).toBe(false)
  })

  it.skipIf(!mayLock || !hasRedis)('serves from Redis in a read-only root', async () => {
    await using redis = await startRedis()
    const command = [process.execPath, program, 'serve', '--sample', '--port', '0']
    await using server = startLocked(data, command, { SPACE_DATA_STORE: redis.url, XDG_DATA_HOME: data })
    const [, origin = ''] = await server.says(HOME)
    const [key] = await server.says(/sd_live_\w{36}/)
    expect((await fetch(origin + KP, { headers: { 'x-api-key': key } })).status).toBe(200)
  })
})

/** Runs the health check of the Dockerfile on a port of this machine. */
function isHealthy(port: number): boolean {
  const [, command = '[]'] = / CMD (\[.*\])$/.exec(` ${wordsOf('HEALTHCHECK')[0]}`) ?? []
  const [, ...args] = JSON.parse(command.replace(':8787/', `:${port}/`)) as string[]
  return spawnSync(process.execPath, args).status === 0
}
