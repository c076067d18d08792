import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, chown, symlink } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSecretFile, readSecretFile } from '../../packages/cli/src/webhooks/secret-file.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { inProcess, serveInProcess, sharedFolder, tempFolder } from './program.ts'

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=\n$/
const MASTER = 'a master secret of at least 32 characters'.replaceAll(' ', '-')
const PRIVATE = { SPACE_DATA_WEBHOOK_ALLOW_PRIVATE: 'true' }

/** Creates a store with an account, and returns what runs commands on it. */
async function account(tier = 'pro', name = 'acme', at?: string) {
  const folder = at ?? (await tempFolder())
  const store = `${folder}/store.sqlite`
  const env = { ...PRIVATE, SPACE_DATA_STORE: `sqlite:${store}` }
  const cli = (line: string, extra: Record<string, string> = {}) =>
    inProcess(line.split(' '), { ...env, ...extra })
  const webhooks = (line: string, extra?: Record<string, string>) =>
    cli(`webhooks ${line} --account ${name}`, extra)
  await cli(`keys issue --tier ${tier} --label me --account ${name}`)
  return { folder, store, secretFile: `${store}.webhook-secret`, env, cli, webhooks }
}

/** Whether a request is signed with a secret (Standard Webhooks, v1). */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.trim().replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return headers['webhook-signature']?.split(' ').includes(expected) === true
}

describe('webhooks', () => {
  it('of a chat service get messages of its format, link to the alert, and have no secret', async () => {
    const { webhooks } = await account()
    const receiver = await startReceiver()
    const added = await webhooks(`add ${receiver.url} --format slack`, {
      SPACE_DATA_PUBLIC_URL: 'https://space.example',
    })
    expect([added.code, added.stdout]).toEqual([0, ''])
    expect(added.stderr).toMatch(/\nMessages to slack are not signed\.\n$/)
    const [ping] = receiver.received as [Received]
    const [attachment] = JSON.parse(ping.body.toString()).attachments
    expect(attachment.title_link).toMatch(/^https:\/\/space\.example\/alerts#evt_/)
    const id = /wh_\w+/.exec(added.stderr)?.[0] ?? ''
    expect((await webhooks(`show ${id}`)).stdout).toMatch(/^format +slack$/m)
    expect((await webhooks(`add ${receiver.url} --format teams`)).stderr).toContain('format: one of standard')
  })

  it('are added, shown, tested, rotated, disabled, replayed and deleted', async () => {
    const { webhooks } = await account()
    const receiver = await startReceiver()

    const added = await webhooks(`add ${receiver.url} --type geomagnetic.* --min-g-scale 3 --description Ops`)
    expect(added.code).toBe(0)
    expect(added.stdout).toMatch(SECRET)
    expect(added.stderr).toMatch(/^Added webhook wh_\w{20} of account acme: geomagnetic\.\* to http:/)
    expect(added.stderr).toMatch(/Give this secret to the receiver[^\n]+\nIt is not shown again\./)
    expect(added.stderr).not.toContain('whsec_')
    const [ping] = receiver.received as [Received]
    expect(ping.message.type).toBe('webhook.ping')
    expect(isSigned(ping, added.stdout)).toBe(true)

    const id = /wh_\w+/.exec(added.stderr)?.[0] ?? ''
    const listed = await webhooks('list')
    expect(listed.stdout).toMatch(new RegExp(`^${id} +active +geomagnetic\\.\\* +0 +never +http:`, 'm'))
    const shown = await webhooks(`show ${id}`)
    expect(shown.stdout).toMatch(/^parameters +minGScale 3$/m)
    expect(shown.stdout).toMatch(/^description +Ops$/m)
    expect(shown.stdout).toMatch(/^public key +whpk_/m)
    const shownAsJson = JSON.parse((await webhooks(`show ${id} --json`)).stdout)
    expect(shownAsJson).toMatchObject({ id, url: receiver.url, parameters: { min_g_scale: 3 }, pending: 0 })
    expect(JSON.parse((await webhooks('list --json')).stdout)).toEqual([shownAsJson])

    const tested = await webhooks(`test ${id}`)
    expect([tested.code, tested.stderr]).toEqual([0, ''])
    expect(tested.stdout).toMatch(/^outcome +delivered$/m)
    receiver.answer = 500
    const failed = await webhooks(`test ${id}`)
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/^error +HTTP 500$/m)
    expect(failed.stderr).toBe('space-data: the receiver did not answer the webhook.ping with 2xx\n')
    receiver.answer = 204
    const deliveries = await webhooks(`deliveries ${id}`)
    expect(deliveries.stdout.match(/ (delivered|failed) /g)).toEqual([' failed ', ' delivered '])
    const older = JSON.parse((await webhooks(`deliveries ${id} --before 2 --limit 1 --json`)).stdout)
    expect(older).toMatchObject([{ attempt: 1, http_status: 204, alert_type: 'webhook.ping' }])

    const rotated = await webhooks(`rotate ${id}`)
    expect(rotated.stdout).toMatch(SECRET)
    expect(rotated.stdout).not.toBe(added.stdout)
    expect(rotated.stderr).toMatch(/For 24 hours, webhooks are also signed with the old secret\.\n$/)

    expect((await webhooks(`disable ${id}`)).stdout).toMatch(/^state +disabled \(by its owner\)$/m)
    const refused = await webhooks(`replay ${id} --after 0`)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'space-data: The webhook is disabled. Enable it first.\n',
    ])
    expect((await webhooks(`enable ${id}`)).stdout).toMatch(/^state +active$/m)
    const replayed = await webhooks(`replay ${id} --after 0`)
    expect(replayed.stdout).toBe('0 alerts will be sent by the servers on this store.\n')

    expect((await webhooks(`delete ${id}`)).stdout).toBe(`Deleted ${id}.\n`)
    const gone = await webhooks(`show ${id}`)
    expect([gone.code, gone.stderr]).toEqual([
      1,
      `space-data: account acme has no webhook ${id}\nSee: space-data webhooks list --account acme\n`,
    ])
    expect((await webhooks('list')).stderr).toMatch(
      /^No webhooks yet\. Add one with: space-data webhooks add/,
    )
  })

  it('watch passes above a place', async () => {
    const { webhooks } = await account()
    const { url } = await startReceiver()
    const added = await webhooks(
      `add ${url} --at -33.93,18.42 --passes-of 25544,48274 --min-elevation-deg 30 --minutes-before 5 --also-invisible --json`,
    )
    expect(JSON.parse(added.stdout).parameters).toEqual({
      latitude: -33.93,
      longitude: 18.42,
      passes_of: [25_544, 48_274],
      min_elevation_deg: 30,
      minutes_before: 5,
      only_visible: false,
    })
    const refused = await webhooks(`add ${url} --passes-of 25544`)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'space-data: --passes-of: needs the latitude and longitude of a location\n' +
        'Set the location with --at 60.17,24.94, and at most 20 objects\n',
    ])
  })

  it('are refused where they would never be told anything', async () => {
    const { webhooks } = await account()
    const { url } = await startReceiver()
    const refused = await webhooks(`add ${url} --type pass.upcoming --at 48.14,11.58`)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'space-data: --type: pass.upcoming needs a location and numbers of objects in its parameters\n' +
        'Set a location with --at 60.17,24.94, objects with --norad-ids, objects that pass with --passes-of\n',
    ])
  })

  it('print JSON with the secret at creation and rotation only', async () => {
    const { webhooks } = await account()
    const { url } = await startReceiver()
    const added = JSON.parse((await webhooks(`add ${url} --norad-ids 25544,48274 --json`)).stdout)
    expect(added).toMatchObject({
      types: [],
      parameters: { norad_ids: [25_544, 48_274] },
      secret: expect.stringMatching(/^whsec_/),
      public_key: expect.stringMatching(/^whpk_/),
    })
    const rotated = JSON.parse((await webhooks(`rotate ${added.id} --json`)).stdout)
    expect(rotated.secret).toMatch(/^whsec_/)
    for (const line of ['list', `show ${added.id}`, `test ${added.id}`, `disable ${added.id}`])
      expect((await webhooks(`${line} --json`)).stdout).not.toContain('whsec_')
    expect(JSON.parse((await webhooks(`delete ${added.id} --json`)).stdout)).toEqual({
      id: added.id,
      deleted: true,
    })
  })

  it('of a tier without them are refused with the command that moves the account', async () => {
    const { webhooks } = await account('hobby', 'small')
    const none = await webhooks('add https://hooks.example/')
    expect([none.code, none.stderr]).toEqual([
      1,
      'space-data: account small is in tier hobby, which has no webhooks\n' +
        'Move it with: space-data accounts set-tier small pro\n',
    ])
  })

  it('are refused for receivers inside, unless that is allowed', async () => {
    const { webhooks } = await account()
    const { url, received } = await startReceiver()
    const strict = { SPACE_DATA_WEBHOOK_ALLOW_PRIVATE: '' }
    for (const receiver of [url, 'https://127.0.0.1/']) {
      const { code, stdout, stderr } = await webhooks(`add ${receiver}`, strict)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(
        /^space-data: A receiver (needs an https URL|must [^\n]+)[^\n]*\n[^\n]+ add --allow-private-receivers[^\n]+\n$/,
      )
    }
    expect(received).toEqual([])
    const added = await webhooks(`add ${url} --allow-private-receivers --json`, strict)
    expect(added.code).toBe(0)
    const { id } = JSON.parse(added.stdout)
    const refused = await webhooks(`test ${id}`, strict)
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr).toMatch(/needs an https URL[^\n]+\n[^\n]+ add --allow-private-receivers/)
    expect((await webhooks(`test ${id} --allow-private-receivers`, strict)).code).toBe(0)
  })

  it('name the flag for what core refuses', async () => {
    const { webhooks } = await account()
    const { url } = await startReceiver()
    const { id } = JSON.parse((await webhooks(`add ${url} --json`)).stdout)
    expect(await webhooks(`replay ${id}`)).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'space-data: --after: required, because this webhook was never disabled\n' +
        '--after 0 sends all alerts of the last 30 days that match; /v1/alerts lists their sequence numbers\n',
    })
    const types = await webhooks(`add ${url} --type sunspots.*`)
    expect(types.stderr).toMatch(
      /^space-data: --type: each must match a type of alert, such as geomagnetic\.\* or \*\nTypes: aurora\.\*, catalogue\.\*, .*solar_wind\.\*.*; \/ref\/alert-types describes each\n$/,
    )
    const shells = await webhooks(`add ${url} --altitudes-km 5555`)
    expect([shells.code, shells.stderr]).toEqual([
      2,
      'space-data: --altitudes-km: must be a list of at most 100 altitudes of shells in km, multiples of 10\n',
    ])
  })

  it('need an account that exists', async () => {
    const { cli, webhooks } = await account()
    const { url } = await startReceiver()
    await webhooks(`add ${url}`)
    const unnamed = await cli('webhooks list')
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      "space-data: required option '--account <name>' not specified\nSee space-data webhooks list --help\n",
    ])
    const unknown = await cli('webhooks list --account nobody')
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'space-data: there is no account nobody\nSee: space-data accounts list\n',
    ])
  })

  it('show the receivers of the configuration under the account operator', async () => {
    const { cli, folder, secretFile } = await account()
    const { url, received } = await startReceiver()
    await createSecretFile(secretFile, folder)
    const config = `${folder}/config.json`
    writeFileSync(config, JSON.stringify({ alerts: [{ url, types: ['upstream.*', 'job.*'] }] }))
    const operator = `--account operator --config ${config}`
    const [webhook] = JSON.parse((await cli(`webhooks list --json ${operator}`)).stdout)
    expect(webhook).toMatchObject({ url, types: ['upstream.*', 'job.*'], status: 'active' })
    expect((await cli(`webhooks test ${webhook.id} ${operator}`)).code).toBe(0)
    expect(received).toHaveLength(1)
    const kept = await cli(`webhooks delete ${webhook.id} ${operator}`)
    expect([kept.code, kept.stderr]).toEqual([
      2,
      'space-data: this receiver is in the configuration; change it there\n',
    ])
  })
})

describe('commands of webhooks', () => {
  const folder = sharedFolder()
  let webhooks: Awaited<ReturnType<typeof account>>['webhooks']
  beforeAll(async () => {
    webhooks = (await account('pro', 'acme', folder())).webhooks
  })

  it.each([
    ['add not-a-url', 2, /^space-data: A receiver needs an http or https URL/],
    ['add http://127.0.0.1:9/#part', 2, /^space-data: <url>: an https URL/],
    [
      'add http://127.0.0.1:9/',
      1,
      /^space-data: The receiver must respond to the webhook\.ping with 2xx, but: /,
    ],
    ['add http://127.0.0.1:9/ --type sunspots.*', 2, /^space-data: --type: each must match a type of alert/],
    ['add http://127.0.0.1:9/ --norad-ids 1,x', 2, /^space-data: --norad-ids takes whole numbers/],
    [
      'add http://127.0.0.1:9/ --min-g-scale 6',
      2,
      /^space-data: --min-g-scale takes a whole number from 1 to 5/,
    ],
    [
      'add http://127.0.0.1:9/ --min-flare-class C1',
      2,
      /^space-data: --min-flare-class takes M1, M5, X1 or X10/,
    ],
    ['deliveries wh_x --limit 0', 2, /^space-data: --limit takes a whole number from 1 to 100/],
    ['replay wh_x --after soon', 2, /^space-data: --after takes a whole number/],
  ])('report what is wrong with "%s"', async (line, code, message) => {
    const failed = await webhooks(line)
    expect([failed.code, failed.stdout]).toEqual([code, ''])
    expect(failed.stderr).toMatch(message)
    expect(failed.stderr).toMatch(/^[^\n]+\n([^\n]+\n)?$/)
  })
})

describe('the master secret', () => {
  it('is created once, for its owner only, by whoever comes first', async () => {
    const folder = await tempFolder()
    const [file, store] = [`${folder}/s.webhook-secret`, `${folder}/s`]
    writeFileSync(store, '')
    const all = await Promise.all(Array.from({ length: 30 }, () => createSecretFile(file, store)))
    expect(new Set(all.flat()).size).toBe(1)
    expect(all[0]?.[0]).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['s', 's.webhook-secret'])
    expect(await readSecretFile(file)).toEqual(all[0])
  })

  it.skipIf(process.getuid?.() !== 0)('belongs to the owner of the store when root creates it', async () => {
    const { env, store, secretFile } = await account()
    await chown(store, 65_534, 65_534)
    const { url } = await startReceiver()
    expect((await inProcess(['webhooks', 'add', url, '--account', 'acme'], env)).code).toBe(0)
    const { uid, gid, mode } = statSync(secretFile)
    expect([uid, gid, mode & 0o777]).toEqual([65_534, 65_534, 0o600])
  })

  it('is created by serve beside its store, and by no command that only reads', async () => {
    const { cli, env, webhooks, secretFile } = await account()
    for (const line of ['keys list', 'accounts list', 'store check', 'keys issue --tier pro --label x'])
      expect((await cli(line)).code).toBe(0)
    const none = await webhooks('list')
    expect([none.code, none.stderr]).toEqual([
      1,
      'space-data: webhooks are not offered: there is no master secret yet\n' +
        'Start a server, or add a webhook\n',
    ])
    expect(existsSync(secretFile)).toBe(false)
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    expect(statSync(secretFile).mode & 0o777).toBe(0o600)
    const { stdout, stderr } = await server.stop()
    const secret = readFileSync(secretFile, 'utf8').trim()
    expect(stdout + stderr).not.toContain(secret)
    expect(stderr).not.toContain('was missing')
  })

  it('that is lost is replaced, and serve says that receivers need new ones', async () => {
    const { env, webhooks, secretFile } = await account()
    await webhooks(`add ${(await startReceiver()).url}`)
    rmSync(secretFile)
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    const { stderr } = await server.stop()
    expect(stderr).toContain(`${secretFile} was missing and has been created, so all webhooks are now signed`)
    expect(stderr).toContain('webhooks may be sent to this machine and to private networks')
  })

  it('is found by each path of the store', async () => {
    const { store, cli, folder, webhooks } = await account()
    await symlink(store, `${folder}/link.sqlite`)
    const { url } = await startReceiver()
    const { id, public_key } = JSON.parse((await webhooks(`add ${url} --json`)).stdout)
    const other = `--store sqlite:${folder}/link.sqlite --account acme`
    expect(JSON.parse((await cli(`webhooks show ${id} --json ${other}`)).stdout)).toMatchObject({
      public_key,
    })
    expect(existsSync(`${folder}/link.sqlite.webhook-secret`)).toBe(false)
  })

  it('in the environment comes before the file; a newer one is put in front of it', async () => {
    const { webhooks, secretFile } = await account()
    const receiver = await startReceiver()
    const { id, secret } = JSON.parse((await webhooks(`add ${receiver.url} --json`)).stdout)
    const old = readFileSync(secretFile, 'utf8').trim()
    await webhooks(`test ${id}`, { SPACE_DATA_WEBHOOK_SECRET: MASTER })
    expect(isSigned(receiver.received.at(-1) as Received, secret)).toBe(false)
    await webhooks(`test ${id}`, { SPACE_DATA_WEBHOOK_SECRET: `${MASTER},${old}` })
    expect(isSigned(receiver.received.at(-1) as Received, secret)).toBe(true)
    writeFileSync(secretFile, `${MASTER}\n${old}\n`)
    await webhooks(`test ${id}`)
    expect(isSigned(receiver.received.at(-1) as Received, secret)).toBe(true)
  })

  it('that is damaged or open to others is reported without its content', async () => {
    const { env, webhooks, secretFile } = await account()
    writeFileSync(secretFile, 'too short\n')
    const damaged = await webhooks('list')
    expect(damaged.code).toBe(1)
    expect(damaged.stderr).toMatch(
      /^space-data: webhooks are not offered: \S+ does not contain secrets of at/,
    )
    expect(damaged.stderr).not.toContain('too short')
    const start = async () => (await (await serveInProcess(['--sample', '--no-jobs'], env)).stop()).stderr
    expect(await start()).toMatch(/^space-data: webhooks are not offered: \S+ does not contain secrets/)
    writeFileSync(secretFile, `${MASTER}\n`)
    await chmod(secretFile, 0o644)
    const stderr = await start()
    expect(stderr).toContain(`${secretFile} is readable or writable by other users; run chmod 600 on it`)
    expect(stderr).not.toContain(MASTER)
  })

  it('has to be set for Redis, and serve says so in one line', async () => {
    const redis = { SPACE_DATA_STORE: 'redis://127.0.0.1:9' }
    const said = async (env: Record<string, string>) => {
      const server = await serveInProcess(['--sample', '--no-jobs'], { ...redis, ...env })
      return (await server.stop()).stderr
    }
    expect(await said({})).toMatch(
      /^space-data: webhooks are not offered: [^\n]+\. Set SPACE_DATA_WEBHOOK_SECRET to at least 32 random/m,
    )
    expect(await said({ SPACE_DATA_WEBHOOK_SECRET: MASTER })).not.toMatch(/webhook|a-master/)
  })
})

describe('receivers in the configuration', () => {
  const withAlerts = async (...urls: string[]) => {
    const file = `${await tempFolder()}/config.json`
    const alerts = urls.map((url) => ({ url, types: ['upstream.*'] }))
    writeFileSync(file, JSON.stringify({ store: 'memory:', alerts }))
    return ['--sample', '--no-jobs', '--config', file]
  }

  it('that would be refused are named at the start, without what may be a token', async () => {
    const args = await withAlerts('https://127.0.0.1/SECRET', 'http://hooks.example/SECRET')
    const server = await serveInProcess(args, {})
    const count = () => server.stderr().match(/alerts: nothing is sent to /g)?.length
    await expect.poll(count, { timeout: 10_000 }).toBe(2)
    const text = server.stderr()
    expect(text).toContain('nothing is sent to https://127.0.0.1/…: A receiver must have a name')
    expect(text).not.toContain('SECRET')
  })

  it('need a master secret', async () => {
    const args = await withAlerts('https://hooks.example/')
    const { code, stdout, stderr } = await inProcess(['serve', ...args, '--store', 'redis://127.0.0.1:9'], {})
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      'space-data: webhooks are not offered: there is no master secret\n' +
        'Set SPACE_DATA_WEBHOOK_SECRET to at least 32 random characters, the same for all servers on the ' +
        'store\n',
    )
  })
})

describe('the settings of webhooks', () => {
  const settings = (args: readonly string[], env: Record<string, string>) =>
    inProcess(['config', ...args], env)

  it('are shown without the secret, from wherever it comes', async () => {
    const file = `${await tempFolder()}/config.json`
    const alerts = [{ url: 'https://hooks.example/TOKEN?key=TOKEN', types: ['job.*'] }]
    writeFileSync(file, JSON.stringify({ webhooks: { secret: MASTER }, alerts }))
    for (const env of [{}, { SPACE_DATA_WEBHOOK_SECRET: MASTER }]) {
      for (const format of [[], ['--json']]) {
        const { code, stdout } = await settings(['--config', file, ...format], env)
        expect(code).toBe(0)
        expect(stdout).toContain('webhooks.secret')
        expect(stdout).not.toMatch(/a-master|TOKEN/)
      }
    }
    expect((await settings(['--config', file], {})).stdout).toMatch(
      /^alerts +\S+config\.json +\[\{"url":"https:\/\/hooks\.example\/…","types":\["job\.\*"\]\}\]$/m,
    )
  })

  it('come from flag, variable or file', async () => {
    const shown = async (args: readonly string[], env = {}) =>
      JSON.parse((await settings(['--json', ...args], env)).stdout).find(
        ({ setting }: { setting: string }) => setting === 'webhooks.allow_private',
      )
    expect(await shown([])).toMatchObject({ value: false, source: 'default' })
    expect(await shown(['--allow-private-receivers'])).toMatchObject({ value: true, source: 'flag' })
    expect(await shown([], PRIVATE)).toMatchObject({ value: true, source: 'variable' })
  })

  it.each([
    [
      { webhooks: { secret: 'TOOSHORT' } },
      /^space-data: webhooks\.secret in \S+ takes secrets of at least 32/,
    ],
    [{ webhooks: { secret: `${MASTER},TOOSHORT` } }, /webhooks\.secret in \S+ takes secrets of at least 32/],
    [{ webhooks: { allow_private: 'yes' } }, /webhooks\.allow_private in \S+ takes true or false, not "yes"/],
    [{ webhooks: { secrets: '' } }, /unknown field "webhooks\.secrets"\nDid you mean webhooks\.secret\?/],
    [{ alerts: {} }, /alerts in \S+ takes a list such as \[\{"url": "https:\/\/…", "types": \["upstream/],
    [
      { alerts: [{ url: 'hooks.example', types: [] }] },
      /alerts\.0\.url in \S+ takes an http or https URL, not/,
    ],
    [
      { alerts: [{ url: 'https://a.example/', types: ['a b'] }] },
      /alerts\.0\.types\.0 in \S+ takes a type of/,
    ],
    [{ alerts: [{ url: 'https://a.example/' }] }, /alerts\.0\.types in \S+ takes an object such as \{"url"/],
    [{ alerts: [{ uri: 'https://a.example/', types: [] }] }, /alerts\.0\.ur[il]/],
  ])('are checked: %j', async (content, message) => {
    const file = `${await tempFolder()}/config.json`
    writeFileSync(file, JSON.stringify(content))
    const { code, stderr } = await settings(['--config', file], {})
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/a-master|TOOSHORT/)
  })

  it('never repeat a wrong secret of the environment', async () => {
    const { code, stderr } = await settings([], { SPACE_DATA_WEBHOOK_SECRET: 'TOOSHORT' })
    expect([code, stderr]).toEqual([
      2,
      'space-data: SPACE_DATA_WEBHOOK_SECRET takes secrets of at least 32 characters, separated by commas, ' +
        'newest first\n',
    ])
  })
})
