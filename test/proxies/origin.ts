import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { run } from '../cli/program.ts'
import { HOME, start } from '../support/child.ts'
import { directly, type SharedCache } from '../support/proxies.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
/** Nobody listens here, so whatever asks for launches fails. */
const WORLD = ['--sample', '--upstream', 'launch-library=http://127.0.0.1:9']

/** The built server on a SQLite file, with shells of a few objects in it and one provider that is down. */
export interface Origin extends AsyncDisposable {
  readonly url: string
  readonly direct: SharedCache
  issue(...order: string[]): Promise<string>
  revoke(key: string): Promise<void>
}

export async function startOrigin(folder: string): Promise<Origin> {
  const store = ['--store', `sqlite:${folder}/origin.sqlite`]
  const config = `${folder}/limits.json`
  await writeFile(config, JSON.stringify({ limits: { refused_per_minute: 1_000_000 } }))
  const serving = ['serve', '--port', '0', '--no-jobs', '--config', config]
  const server = start(process.execPath, [PROGRAM, ...serving, ...WORLD, ...store])
  const [, url = ''] = await server.says(HOME)
  const direct = directly(url)
  const ids = new Map<string, string>()

  const catalogue = await direct.ask('/v1/tle/stations')
  await writeFile(`${folder}/catalogue.tle`, catalogue.body)
  const shells = ['--catalogue', `${folder}/catalogue.tle`, '--workers', '1', '--accept-size']
  // The second run is what the first differs from.
  for (let run = 0; run < 2; run += 1) await command('shell', 'run', ...shells, ...WORLD, ...store)

  return {
    url,
    direct,
    async issue(...order) {
      const issued = await command('keys', 'issue', '--label', 'test', '--json', ...order, ...store)
      const { key, id } = JSON.parse(issued)
      ids.set(key, id)
      return key
    },
    async revoke(key) {
      await command('keys', 'revoke', ids.get(key) ?? '', ...store)
    },
    async [Symbol.asyncDispose]() {
      await direct[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function command(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, {})
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}
