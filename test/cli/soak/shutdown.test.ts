import { expect, it } from 'vitest'
import { stopwatch } from '../../support/stopwatch.ts'
import { celestrakAt, standIn } from '../live-upstream.ts'
import { serve } from '../program.ts'

it('an upstream that hangs does not keep a process that was stopped', async () => {
  const upstream = await standIn(() => {})
  const server = await serve(['--no-jobs', '--store', 'memory:', ...celestrakAt(upstream.url)], {})
  const gone = new AbortController()
  const open = fetch(`${server.url}/v1/tle/stations`, { signal: gone.signal }).catch(() => 'gone')
  await upstream.isAsked(/NORAD/)
  gone.abort()
  await open
  const watch = stopwatch()
  server.child.kill('SIGTERM')
  expect(await server.finished).toMatchObject({ code: 0 })
  // The request itself would time out after ten seconds.
  expect(watch.awakeMs).toBeLessThan(6_000)
}, 60_000)
