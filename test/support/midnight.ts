import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach } from 'vitest'

const DAY_MS = 86_400_000

/**
 * Lets no test of a file begin shortly before midnight UTC: real servers begin the counts of a day anew then,
 * which a test that has used a part of them does not expect.
 */
export function awayFromMidnight(spanMs = 180_000): void {
  beforeEach(async () => {
    const leftMs = DAY_MS - (Date.now() % DAY_MS)
    if (leftMs < spanMs) await sleep(leftMs + 1_000)
  }, spanMs + 30_000)
}
