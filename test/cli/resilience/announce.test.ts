import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { serve, tempFolder } from '../program.ts'

/** Runs a command line as if pasted into a shell in the server's folder. */
async function paste(line: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '' }
  return (await promisify(execFile)('sh', ['-c', line], { env })).stdout
}

it('what a server prints works when it is pasted into a shell: requests, and the command for another key', async () => {
  const store = `sqlite:${await tempFolder()}/it's here.sqlite`
  const server = await serve(['--sample', '--no-jobs', '--log', 'pretty', '--store', store], {})
  expect(JSON.parse(await paste(server.told['Try'] ?? ''))).toMatchObject({
    data: { kp: expect.any(Number) },
  })
  const issue = `curl -s ${server.url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`
  for (let i = 0; i < 2; i += 1) await paste(issue)
  server.child.kill('SIGTERM')
  const [, command = ''] = /to issue more, run: (.*)$/m.exec((await server.finished).stderr) ?? []
  expect(command).toMatch(/^node \S+\/space-data\.mjs keys issue --tier free --label me --sample --store /)
  expect(await paste(command)).toMatch(/^sd_live_\w{36}\n$/)
}, 60_000)
