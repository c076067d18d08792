// Starts a Worker in workerd itself, without the proxy that wrangler puts in front.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import workerd from 'workerd'
import { freePort, startServer } from './load.mjs'

/** `recorded` is the file of the answer that a bare Worker sends. */
export async function startWorkerd(name, recorded) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-workerd-'))
  await build({
    entryPoints: [new URL(`servers/${name}.mjs`, import.meta.url).pathname],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    define: { RECORDED: readFileSync(recorded, 'utf8') },
    logLevel: 'silent',
  })
  const port = await freePort()
  const config = join(folder, 'config.capnp')
  writeFileSync(config, configuration(port))
  const url = `http://127.0.0.1:${port}`
  // Nothing is printed: the address is known.
  const server = await startServer(workerd.default, ['serve', config], { runtime: null, url })
  await answers(url)
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(url) {
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(url).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    )
    if (isUp) return
    await sleep(50)
  }
  throw new Error('workerd does not answer')
}

const configuration = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`
