import { readdirSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startReceiver } from '../../support/receiver.ts'
import { inProcess, run, serve, tempFolder } from '../program.ts'

it('the master secret is the same for two processes that need the first one at the same time', async () => {
  const store = `${await tempFolder()}/store.sqlite`
  const env = { SPACE_DATA_WEBHOOK_ALLOW_PRIVATE: 'true', SPACE_DATA_STORE: `sqlite:${store}` }
  const cli = (line: string) => inProcess(line.split(' '), env)
  for (const name of ['acme', 'other']) await cli(`keys issue --tier pro --label me --account ${name}`)
  const { url } = await startReceiver()
  const [one, two] = await Promise.all(
    ['acme', 'other'].map((name) => run(['webhooks', 'add', url, '--json', '--account', name], env)),
  )
  expect([one?.code, two?.code]).toEqual([0, 0])
  for (const [name, added] of [
    ['acme', one],
    ['other', two],
  ] as const) {
    const { id, public_key } = JSON.parse(added?.stdout ?? '')
    const shown = JSON.parse((await cli(`webhooks show ${id} --json --account ${name}`)).stdout)
    expect(shown.public_key).toBe(public_key)
  }
  expect(statSync(`${store}.webhook-secret`).mode & 0o777).toBe(0o600)
})

it('the master secret is the same for two servers that start at once on a new store', async () => {
  const folder = await tempFolder()
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/new.sqlite` }
  const servers = await Promise.all([1, 2].map(() => serve(['--sample', '--no-jobs'], env)))
  const files = readdirSync(folder).filter((name) => name.includes('webhook-secret'))
  expect(files).toEqual(['new.sqlite.webhook-secret'])
  for (const { child } of servers) child.kill('SIGTERM')
  for (const { finished } of servers) expect((await finished).stderr).not.toMatch(/webhook/)
})
