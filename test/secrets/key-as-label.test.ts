import { createSpaceData, InvalidOptionError, memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'

/**
 * A label and an account are kept as they are given, so what is given must not be a key: only its hash is
 * ever kept.
 */
test('a key that is typed where a label belongs is refused', async () => {
  const service = createSpaceData({ onError: () => {} })
  const response = await service.handle(
    new Request('http://space-data.test/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: `mine: ${newSecret('sd_live_')}` }),
    }),
    { ip: '192.0.2.1' },
  )
  expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
    400,
    'invalid_body',
  ])
})

test.each(['label', 'account'])(
  'a key that an operator types as %s is refused and not kept',
  async (field) => {
    const backend = memory()
    const service = createSpaceData({ store: backend })
    const key = newSecret('sd_live_')
    const order = { tier: 'hobby', label: 'test', [field]: key } as const
    await expect(service.keys.issue(order)).rejects.toThrow(InvalidOptionError)
    expect(JSON.stringify([...(backend.adapter as Map<string, string>)])).not.toContain(key.slice(8))
  },
)
