import { expect, test } from 'vitest'
import { lruCache } from '../../packages/core/src/kernel/kit/lru-cache.ts'

test('the entry that was not used for longest makes room', () => {
  const cache = lruCache<string, number>(3)
  for (const [name, value] of Object.entries({ a: 1, b: 2, c: 3, d: 4 })) cache.set(name, value)
  cache.get('b')
  cache.set('d', 5)
  cache.set('e', 6)
  expect([...cache.entries()]).toEqual([
    ['e', 6],
    ['d', 5],
    ['b', 2],
  ])
})
