import { expect, test } from 'vitest'
import { replayStorm, STORM } from '../storm-replay.ts'

test('the storm of 10 and 11 May 2024 is the same storm where alerts are looked for every minute', async () => {
  expect(await replayStorm('2024-05-11T02:30:00Z')).toEqual(STORM)
}, 300_000)
