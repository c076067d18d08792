import { expect, test } from 'vitest'
import { besideSlowReaders, READERS } from '../slow-lists.ts'

test.skipIf(process.platform !== 'linux')(
  `${READERS} slow readers of whole lists take little memory, and little time of another client`,
  { timeout: 1_200_000 },
  async () => {
    const { alone, beside } = await besideSlowReaders(45)
    for (const { peakMb, waitMs } of beside) {
      expect(peakMb).toBeLessThan(2 * alone.peakMb)
      expect(waitMs).toBeLessThan(10 * alone.waitMs)
    }
  },
)
