import { describe, test } from 'vitest'
import { FLOOD, flood, servers } from './flood.ts'

describe.skipIf(process.platform !== 'linux')(FLOOD, () => {
  test.each(servers.filter(([, isHere]) => isHere))(
    'leave %s alive, and another client is answered meanwhile',
    { timeout: 180_000 },
    async (name, _isHere, start) => {
      await using server = await start()
      await flood(name, server)
    },
  )
})
