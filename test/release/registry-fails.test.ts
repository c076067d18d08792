import { expect, test } from 'vitest'
import { publish } from './publish.ts'
import { startRegistry } from './registry.ts'
import { tarball } from './tarball.ts'

test('a registry that fails stops the release before anything is published', {
  timeout: 120_000,
}, async () => {
  await using registry = await startRegistry()
  const gone = { ...registry, origin: 'http://127.0.0.1:1' }
  const { code, stderr } = await publish(tarball('1.2.3'), gone)
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm cannot say whether')])
})
