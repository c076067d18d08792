import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { nginx, present } from '../support/proxies.ts'
import { startOrigin } from './origin.ts'

test.skipIf(!present.nginx)(
  'nginx in front gives nothing of a key to others',
  { timeout: 60_000 },
  async () => {
    using folder = temporaryFolder()
    await using origin = await startOrigin(folder.path)
    await using cache = await nginx({ origin: origin.url, folder: `${folder.path}/cache` })
    const key = await origin.issue('--tier', 'shell_basic')
    const path = '/v1/space-weather/kp'
    const ask = async (headers = {}) => (await cache.ask(path, { headers })).status
    expect(await ask({ 'x-api-key': key })).toBe(200)
    expect(await ask()).toBe(401)
    expect((await cache.ask('/ref/tiers')).status).toBe(200)
  },
)
