import { describe, expect, test } from 'vitest'
import { FLOOD, flood, servers } from '../flood.ts'

/** A flood costs 2 to 14 times the splitting of as many requests, as measured. */
const MOST_UNITS = 16
const ROUNDS = 3

describe.skipIf(process.platform !== 'linux')(FLOOD, () => {
  test.each(servers.filter(([, isHere]) => isHere))(
    'cost %s a few times the splitting of as many requests, and little memory',
    { timeout: 600_000 },
    async (name, _isHere, start) => {
      await using server = await start()
      // What else this machine does adds to the cost: the least of some floods is the server's own.
      let least = Number.POSITIVE_INFINITY
      for (let round = 0; round < ROUNDS && least >= MOST_UNITS; round += 1) {
        const { cost, beforeMb, peakMb } = await flood(name, server)
        expect(peakMb).toBeLessThan(4 * beforeMb)
        least = Math.min(least, cost)
      }
      expect(least).toBeLessThan(MOST_UNITS)
    },
  )
})
