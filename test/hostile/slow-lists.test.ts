import { test } from 'vitest'
import { besideSlowReaders, READERS } from './slow-lists.ts'

test.skipIf(process.platform !== 'linux')(
  `${READERS} slow readers of whole lists on a heap of 256 MB, and a stop while others are read`,
  { timeout: 600_000 },
  async () => {
    await besideSlowReaders(8)
  },
)
