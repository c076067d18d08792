import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type Running, run, serve, tempFolder } from '../cli/program.ts'

export const PATIENCE = { timeout: 600_000 }
export const ALTITUDES = ['--altitudes', '500-540']

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function ask({ url }: Pick<Running, 'url'>, path: string, key?: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`, { headers: key ? { 'x-api-key': key } : {} })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Issues a key of a tier without a limit that matters. */
export async function issue(
  store: readonly string[],
  home: string,
  more: readonly string[] = [],
): Promise<string> {
  const place = store.slice(0, 2)
  const { stdout, stderr } = await run(
    ['keys', 'issue', '--tier', 'pro', '--label', 'test', ...place, ...more],
    { HOME: home },
  )
  if (!stdout.startsWith('sd_live_')) throw new Error(stderr)
  return stdout.trim()
}

/** A central instance on sample data, with shells and jobs if need be, and the file of a key there. */
export async function centralInstance({ withShells = true, withJobs = false } = {}) {
  const folder = await tempFolder()
  const store = ['--store', `sqlite:${folder}/central.sqlite`]
  const env = { HOME: folder }
  if (withShells) {
    await run(['shell', 'synth', '300', `${folder}/catalogue.csv`], env)
    const made = await run(
      [
        'shell',
        'run',
        '--sample',
        '--catalogue',
        `${folder}/catalogue.csv`,
        '--accept-size',
        ...store,
        ...ALTITUDES,
      ],
      env,
    )
    expect([made.code, made.stderr]).toEqual([0, expect.any(String)])
  }
  const central = await serve(
    ['--sample', '--hapi', ...(withJobs ? [] : ['--no-jobs']), ...store, ...(withShells ? ALTITUDES : [])],
    env,
  )
  const key = await issue(store, folder)
  const keyFile = `${folder}/central.key`
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 })
  return { folder, central, key, keyFile }
}

/** A way to a server that notes what goes along it; `unkept` are the paths whose last answer is no-store. */
export async function roadTo(url: string) {
  const asked: string[] = []
  const unkept = new Set<string>()
  const authorizations = new Set<string>()
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    authorizations.add(request.headers.authorization ?? '')
    try {
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection'].includes(name),
      )
      const answer = await fetch(`${url}${request.url}`, {
        headers: headers as [string, string][],
        redirect: 'manual',
      })
      const isKept = answer.headers.get('cache-control') !== 'no-store'
      unkept[isKept ? 'delete' : 'add'](request.url ?? '')
      const body = Buffer.from(await answer.arrayBuffer())
      const given = [...answer.headers].filter(
        // `fetch` has decoded the body.
        ([name]) => !['content-length', 'content-encoding', 'connection', 'transfer-encoding'].includes(name),
      )
      response.writeHead(answer.status, Object.fromEntries(given)).end(body)
    } catch {
      request.socket.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, unkept, authorizations }
}
