import { cp, readdir, rm, symlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { tempFolder } from './program.ts'

const CLI = fileURLToPath(new URL('../../packages/cli/', import.meta.url))

// A machine that stands still for seconds may have loaded nothing after three: then it is tried again.
test('a server whose files an upgrade has replaced still shows pages', { retry: 2 }, async () => {
  const folder = await tempFolder()
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(CLI + part, `${folder}/${part}`, { recursive: true })
  await symlink(`${CLI}node_modules`, `${folder}/node_modules`)
  const flags = ['--sample', '--no-jobs', '--store', 'memory:', '--port', '0']
  await using server = start(process.execPath, [`${folder}/bin/space-data.mjs`, 'serve', ...flags])
  const [, url] = await server.says(HOME)
  await pause(3_000)
  const later = (await readdir(`${folder}/dist`)).filter((name) => name.startsWith('later-'))
  expect(later).toHaveLength(1)
  await rm(`${folder}/dist`, { recursive: true })
  for (const path of ['/weather', '/status', '/docs', '/preview.png', '/v1/launches.ics']) {
    const response = await fetch(url + path, { headers: { accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 200])
  }
})
