import { expect, it } from 'vitest'
import { serve } from '../../../cli/program.ts'
import { ask, centralInstance, PATIENCE } from '../two-processes.ts'

it('a mirror whose central instance is killed goes on with the same bytes', PATIENCE, async () => {
  const { central, keyFile } = await centralInstance({ withShells: false })
  const args = ['--mirror', central.url, '--mirror-key-file', keyFile, '--open', '--store', 'memory:']
  const mirror = await serve(args, {})
  const before = await ask(mirror, '/v1/space-weather/kp')
  expect(before.status).toBe(200)
  central.child.kill('SIGKILL')
  await central.finished
  expect(await ask(mirror, '/v1/space-weather/kp')).toMatchObject({ status: 200, text: before.text })
  expect((await ask(mirror, '/v1/objects/25544')).status).toBe(503)
})
