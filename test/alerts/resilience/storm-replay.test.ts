import { expect, test } from 'vitest'
import { replayStorm, STORM } from '../storm-replay.ts'

test('the storm of 10 and 11 May 2024 is one storm', async () => {
  expect(await replayStorm('2024-05-10T15:10:00Z')).toEqual(STORM)
}, 120_000)
