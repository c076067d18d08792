// Nitro builds its servers: this builds one around its cached handler, in a folder of its own.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createNitro, prepare } from 'nitropack'
import { freePort, startServer } from './load.mjs'

const handler = fileURLToPath(new URL('servers/nitro-handler.mjs', import.meta.url))

export async function startNitro(recorded) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-nitro-'))
  const { path: route } = JSON.parse(readFileSync(recorded, 'utf8'))
  const nitro = await createNitro({
    rootDir: folder,
    preset: 'node-server',
    compatibilityDate: '2026-01-01',
    logLevel: 0,
    handlers: [{ route, handler }],
    output: { dir: join(folder, 'output') },
    nodeModulesDirs: [fileURLToPath(new URL('node_modules', import.meta.url))],
  })
  await prepare(nitro)
  await build(nitro)
  await nitro.close()
  const env = { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', RECORDED: recorded }
  const server = await startServer(join(folder, 'output', 'server', 'index.mjs'), [], { env })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
