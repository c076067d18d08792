import { expect, test } from 'vitest'
import { SlotMap } from '../../packages/core/src/adapters/redis/slot-map.ts'
import { slotOf } from '../../packages/core/src/adapters/redis/slots.ts'
import { redirectOf } from '../../packages/core/src/adapters/redis/topology.ts'
import { parseRedisUrl, urlOf } from '../../packages/core/src/adapters/redis/url.ts'

test.each([
  // From the Redis Cluster specification: CRC16 of "123456789" is 0x31C3.
  ['123456789', 0x31c3],
  ['foo', 12_182],
  ['', 0],
  ['{user1000}.following', slotOf('user1000')],
  ['foo{}{bar}', slotOf('foo{}{bar}')],
  ['foo{{bar}}zap', slotOf('{bar')],
  ['foo{bar}{zap}', slotOf('bar')],
])('the slot of %j is %i', (key, slot) => {
  expect(slotOf(key)).toBe(slot)
})

test('an empty tag is no tag, and text beyond ASCII is hashed as UTF-8', () => {
  expect(slotOf('foo{}{bar}')).not.toBe(slotOf('bar'))
  expect(slotOf('é')).toBe(slotOf(String.fromCharCode(0xe9)))
  expect(slotOf('🛰')).not.toBe(slotOf('🛰️'))
})

const range = (first: number, last: number, primary: string, ...replicas: string[]) => ({
  first,
  last,
  primary,
  replicas,
})

test('a shard keeps its number when its replica is promoted, and when a new node replaces all of it', () => {
  const first = new SlotMap({
    epoch: 1,
    ranges: [range(0, 8_191, 'a:1', 'a:2'), range(8_192, 16_383, 'b:1', 'b:2')],
  })
  expect([first.shardOf(0), first.shardOf(16_383)]).toEqual([0, 1])
  const promoted = new SlotMap(
    { epoch: 2, ranges: [range(0, 8_191, 'a:2'), range(8_192, 16_383, 'b:1', 'b:2')] },
    first,
  )
  expect(promoted.primaryOf(0)).toBe('a:2')
  expect([promoted.shardOf(0), promoted.shardOf(16_383)]).toEqual([0, 1])
  const back = new SlotMap(
    { epoch: 3, ranges: [range(0, 8_191, 'a:2', 'a:1'), range(8_192, 16_383, 'c:9')] },
    promoted,
  )
  expect([back.shardOf(0), back.shardOf(16_383)]).toEqual([0, 1])
})

test('a new primary beside the others gets a number of its own, and slots without one have none', () => {
  const first = new SlotMap({ epoch: 1, ranges: [range(0, 16_383, 'a:1')] })
  const grown = new SlotMap(
    { epoch: 2, ranges: [range(0, 99, 'a:1'), range(100, 199, 'b:1'), range(300, 16_383, 'a:1')] },
    first,
  )
  expect([grown.shardOf(0), grown.shardOf(150), grown.shardOf(5_000)]).toEqual([0, 1, 0])
  expect(grown.primaryOf(250)).toBeUndefined()
  expect(grown.shardOf(250)).toBe(-1)
  expect(grown.primaries).toEqual(['a:1', 'b:1'])
})

test.each([
  ['MOVED 3999 10.0.0.1:6381', { kind: 'MOVED', address: '10.0.0.1:6381' }],
  ['ASK 3999 cache.example:6381', { kind: 'ASK', address: 'cache.example:6381' }],
  ['MOVED 3999 :6381', { kind: 'MOVED', address: '[::1]:6381' }],
  ['MOVED 3999 ::1:6381', { kind: 'MOVED', address: '[::1]:6381' }],
  ['READONLY You can not write against a read only replica.', undefined],
])('the error %j redirects to %o', (message, redirect) => {
  expect(redirectOf(new Error(message), '[::1]:6379')).toEqual(redirect)
})

test('the URL of a cluster names its nodes, and that of Sentinels a primary', () => {
  expect(parseRedisUrl('rediss+cluster://me:p%40ss@a,b:7000,[::1]:7001')).toEqual({
    place: {
      kind: 'cluster',
      seeds: ['a:6379', 'b:7000', '[::1]:7001'],
      login: { isTls: true, username: 'me', password: 'p@ss', database: 0 },
    },
    description: 'Redis Cluster at a:6379, b:7000, [::1]:7001',
    secrets: ['me', 'p%40ss', 'me', 'p@ss'],
  })
  expect(parseRedisUrl('redis+sentinel://s1,s2:26380/space/3').place).toEqual({
    kind: 'sentinel',
    seeds: ['s1:26379', 's2:26380'],
    primaryName: 'space',
    login: { isTls: false, username: '', password: '', database: 3 },
  })
  const login = { isTls: true, username: '', password: 'p@ss/word', database: 2 }
  expect(urlOf('a:1', login)).toBe('rediss://:p%40ss%2Fword@a:1/2')
})

test.each([
  'redis+cluster://a/1',
  'redis+cluster://a,,b',
  'redis+cluster://a?x=1',
  'redis+sentinel://a',
  'redis+sentinel://a/name/x',
  'redis+other://a',
  'redis://a,b',
])('%j is not a Redis URL', (url) => {
  expect(() => parseRedisUrl(url)).toThrow(
    'Invalid Redis URL: use redis://user:password@host:6379/0, redis+cluster://host:6379,host:6379 or ' +
      'redis+sentinel://host:26379,host:26379/NAME, with special characters percent-encoded',
  )
})
