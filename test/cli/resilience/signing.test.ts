import { expect, test } from 'vitest'
import { nginxWith, present } from '../../support/proxies.ts'
import { inProcess, run, serve, tempFolder } from '../program.ts'

const PATH = '/v1/tle/stations'

test('a process that makes a key prints no warning of Node', async () => {
  const made = await run(['signing', 'init', `${await tempFolder()}/signing.json`], {})
  expect([made.code, made.stderr]).toEqual([0, expect.not.stringMatching(/Warning/)])
})

test.skipIf(!present.nginx)(
  'a signature holds through nginx that compresses, and not for another path',
  { timeout: 60_000 },
  async () => {
    const folder = await tempFolder()
    const file = `${folder}/signing.json`
    const key = (await inProcess(['signing', 'init', file], {})).stdout.trim()
    const serving = ['--sample', '--store', 'memory:', '--no-jobs', '--signing-key-file', file]
    const { url } = await serve(serving, {})
    await using proxy = await nginxWith(
      `${folder}/nginx`,
      (port) => `
        gzip on; gzip_proxied any; gzip_types *; gzip_min_length 1;
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass ${url}; proxy_http_version 1.1; proxy_set_header Accept-Encoding ''; }
          location /other/ { rewrite .* ${PATH} break; proxy_pass ${url}; }
        }`,
    )
    const zipped = await proxy.ask(PATH, { headers: { 'accept-encoding': 'gzip' } })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    const through = await inProcess(['verify', proxy.url + PATH, '--key', key], {})
    expect([through.code, through.stderr]).toEqual([0, ''])
    const exchanged = await inProcess(['verify', `${proxy.url}/other/v1/tle/weather`, '--key', key], {})
    expect([exchanged.code, exchanged.stderr]).toEqual([1, expect.stringContaining(`it is for ${PATH}`)])
  },
)
