import { expect, test } from 'vitest'
import { newSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import KeyWatch from './key-watch.ts'

test('the watch over the output of a run finds keys, and nothing that only looks like one', () => {
  const watch = new KeyWatch()
  const key = newSecret('sd_live_')
  watch.onUserConsoleLog({ content: `a ${key}, and {"key":"${newSecret('sd_live_')}"}\nanother line\n` })
  expect([watch.found, watch.lines]).toEqual([2, 2])
  const changed = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  const published = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'
  watch.onUserConsoleLog({ content: `${changed} ${published} sd_live_<key> ${key.slice(0, 30)}\n` })
  expect([watch.found, watch.lines]).toEqual([2, 3])
})
