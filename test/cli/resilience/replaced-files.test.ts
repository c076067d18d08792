import { appendFile, cp, readdir, rm, symlink } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { HOME, start } from '../../support/child.ts'
import { tempFolder } from '../program.ts'

const CLI = fileURLToPath(new URL('../../../packages/cli/', import.meta.url))

test('a server whose files an upgrade has replaced still shows pages', async () => {
  const folder = await tempFolder()
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(CLI + part, `${folder}/${part}`, { recursive: true })
  await symlink(`${CLI}node_modules`, `${folder}/node_modules`)
  const later = (await readdir(`${folder}/dist`)).filter((name) => name.startsWith('later-'))
  expect(later).toHaveLength(1)
  // Runs after all that the file imports.
  await appendFile(`${folder}/dist/${later[0]}`, ';process.stderr.write("pages are loaded\\n")')
  const flags = ['--sample', '--no-jobs', '--store', 'memory:', '--port', '0']
  await using server = start(process.execPath, [`${folder}/bin/space-data.mjs`, 'serve', ...flags])
  const [, url] = await server.says(HOME)
  await server.says(/^pages are loaded$/m)
  // The first data load the sample.
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  await rm(`${folder}/dist`, { recursive: true })
  for (const path of ['/weather', '/status', '/docs', '/preview.png', '/v1/launches.ics']) {
    const response = await fetch(url + path, { headers: { accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 200])
  }
})
