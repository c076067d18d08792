import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, it } from 'vitest'
import { run, serve, tempFolder } from './program.ts'

describe('status', () => {
  it('knows what a server on the same store has asked, of the same upstreams only', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const server = await serve(['--sample'], env)
    expect((await fetch(`${server.url}/v1/tle/stations`)).status).toBe(200)

    const people = await run(['status', '--sample'], env)
    expect(people.code).toBe(0)
    expect(people.stdout).toMatch(/^UPSTREAM +STATE +LAST GOOD +NEWEST VALUE +WHAT IS WRONG\n/)
    expect(people.stdout).toMatch(/^celestrak-group +operational +\d{4}-\d\d-\d\d \d\d:\d\dZ/m)
    expect(people.stdout).toMatch(/^donki-cme +unknown +- +- +not asked yet$/m)

    const programs = JSON.parse((await run(['status', '--sample', '--json'], env)).stdout)
    expect(Object.keys(programs)).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    expect(programs.data.status).toBe('operational')
    expect(JSON.parse((await run(['status', '--json'], env)).stdout).data.status).toBe('unknown')
  })

  it('exits 1 when an upstream is down, and the order of the flags does not matter', async () => {
    const path = `${await tempFolder()}/x.sqlite`
    const upstreams = { swpc: 'http://127.0.0.1:9', celestrak: 'http://127.0.0.1:9/mirror' }
    for (let failures = 0; failures < 3; failures += 1) {
      const fetch = async () => new Response(null, { status: 500 })
      const spaceData = createSpaceData({ store: await sqlite(path), upstreams, fetch, onError() {} })
      expect((await spaceData.handle(new Request('http://localhost/v1/tle/stations'))).status).toBe(503)
      await spaceData.close()
    }
    const world = [`celestrak=${upstreams.celestrak}/`, `swpc=${upstreams.swpc}`].flatMap((one) => [
      '--upstream',
      one,
    ])
    const { code, stdout, stderr } = await run(['status', '--store', `sqlite:${path}`, ...world], {})
    expect(stdout).toMatch(/^celestrak-group +down +- +- +HTTP 500$/m)
    expect(stderr).toBe('space-data: celestrak-group is down\n')
    expect(code).toBe(1)
  })
})
