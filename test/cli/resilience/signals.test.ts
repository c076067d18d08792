import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { celestrakAt, standIn } from '../live-upstream.ts'
import { serve } from '../program.ts'

const SAMPLE = ['--sample', '--no-jobs', '--store', 'memory:']

it('SIGINT ends an idle server with exit code 0', async () => {
  const server = await serve(SAMPLE, {})
  await fetch(`${server.url}/ref`).then((response) => response.text())
  server.child.kill('SIGINT')
  expect(await server.finished).toMatchObject({ code: 0, signal: null })
})

it('a Ctrl-C that npm forwards counts only once', async () => {
  const server = await serve(SAMPLE, {})
  const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(silent, 'connect')
  server.child.kill('SIGINT')
  // npm sends its own a moment after the terminal's; two at once would be one to the system.
  await sleep(10)
  server.child.kill('SIGINT')
  expect(await server.finished).toMatchObject({ code: 0, signal: null })
})

it('the second signal ends a server immediately', async () => {
  const upstream = await standIn(() => {})
  const live = ['--no-jobs', '--store', 'memory:', ...celestrakAt(upstream.url)]
  const server = await serve([...live, '--log', 'json'], {})
  let logged = ''
  server.child.stderr?.on('data', (chunk) => {
    logged += chunk
  })
  const open = fetch(`${server.url}/v1/tle/stations`).catch(() => 'cut')
  await upstream.isAsked(/NORAD/)
  server.child.kill('SIGTERM')
  await expect.poll(() => logged).toContain('shutting down')
  server.child.kill('SIGTERM')
  expect(await server.finished).toMatchObject({ signal: 'SIGTERM' })
  expect(await open).toBe('cut')
})
