import { isPublicKey, SignatureError, verifyResponse } from '@space-data/core/verify'
import { readApiKey } from '#kit/api-key'
import { CliError, describeError, UsageError } from '#kit/errors'
import { parseHttpUrl } from '#kit/http-url'
import { printJson } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatValidity } from '#kit/times'

interface VerifyFlags {
  readonly key: readonly string[]
  readonly keyFile?: string
  readonly json?: true
}

const TIMEOUT_MS = 30_000

/** Fetches a response and verifies its signatures; fails with the reason if one is invalid. */
export async function verify(target: string, flags: VerifyFlags, terminal: Terminal): Promise<void> {
  const url = parseTarget(target)
  const wrong = flags.key.find((key) => !isPublicKey(key))
  if (wrong !== undefined)
    throw new UsageError('--key takes ed25519- and the public key in base64, 44 characters', EXAMPLE)
  const response = await request(url, await readApiKey({ keyFile: flags.keyFile }, terminal.env))
  const path = url.pathname + url.search
  try {
    const { body: _, ...signed } = await verifyResponse(response, { keys: flags.key, path })
    if (flags.json) return await printJson({ url: url.href, ...signed }, terminal)
    const validity = formatValidity(signed.expiresAt)
    await terminal.out(`verified ${url.href}: ${signed.path}, ${validity}, signed with ${signed.key}\n`)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw new CliError(`signature verification failed for ${url.href}: ${error.message}`)
  }
}

const EXAMPLE =
  'Example: space-data verify https://mirror.example/v1/tle/stations --key ' +
  'ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='

function parseTarget(target: string): URL {
  const url = parseHttpUrl(target)
  if (url) return url
  throw new UsageError('verify takes an http or https URL without a user name', EXAMPLE)
}

/** Requests a URL. Does not follow a redirect, because its target is another path. */
async function request(url: URL, key: string | undefined): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = key === undefined ? {} : { 'x-api-key': key }
  try {
    return await fetch(url, { redirect: 'manual', signal, headers })
  } catch (error) {
    throw new CliError(`cannot fetch ${url.href}: ${describeError(error)}`, undefined, error)
  }
}
