import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What npm sends to publish a version. */
interface Published {
  readonly name: string
  readonly 'dist-tags': Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, { readonly dist: { readonly integrity: string } }>>
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>
}

interface Registry extends AsyncDisposable {
  readonly origin: string
  /** What was accepted, in order. */
  readonly published: Published[]
  /** Requests as `METHOD path`, in order. */
  readonly requests: string[]
  /** Variables that a job of GitHub with the right `id-token: write` has. */
  readonly env: NodeJS.ProcessEnv
}

/** How a job proves to GitHub that it is that job. */
const OF_THE_JOB = 'token-of-the-job'
const IDENTITY = 'header.e30.signature'
/** What the registry gives for an identity that it trusts: for one package and a short while. */
const tokenFor = (name: string) => `short-lived-for-${name}`

/**
 * Starts a registry on loopback that trusts a job by its identity and nobody else. Like GitHub it gives out
 * identities; it exchanges them for tokens, and takes what is published with one.
 */
export async function startRegistry(): Promise<Registry> {
  const published: Published[] = []
  const requests: string[] = []
  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(pathname)
    requests.push(`${request.method} ${path}`)
    const proof = request.headers.authorization?.replace('Bearer ', '')
    if (path === '/identity')
      return proof === OF_THE_JOB && searchParams.get('audience') === 'npm:127.0.0.1'
        ? [200, { value: IDENTITY }]
        : [403, {}]
    const [, wanted] = /^\/-\/npm\/v1\/oidc\/token\/exchange\/package\/(.+)$/.exec(path) ?? []
    if (wanted) return proof === IDENTITY ? [201, { token: tokenFor(wanted) }] : [401, {}]
    const name = path.slice(1)
    if (request.method === 'PUT') {
      if (proof !== tokenFor(name)) return [401, {}]
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      published.push(JSON.parse(Buffer.concat(chunks).toString()))
      return [201, {}]
    }
    const known = published.find((it) => it.name === name)
    return known ? [200, known] : [404, { error: 'Not found' }]
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    published,
    requests,
    env: {
      GITHUB_ACTIONS: 'true',
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/identity`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: OF_THE_JOB,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
