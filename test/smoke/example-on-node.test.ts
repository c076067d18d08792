import { test } from 'vitest'
import { startOnNode } from '../runtimes/examples.ts'
import { answersAlike } from '../runtimes/list.ts'

test('examples/node answers on Node', async () => {
  await using example = await startOnNode('node')
  await answersAlike(example.origin)
})
