import { rename } from 'node:fs/promises'
import type { SigningKey, SigningKeys } from '@space-data/core'
import type { Config } from '#config/config'
import { CliError } from '#kit/errors'
import { privateFileWarning, readTextFile, throughTemporaryFile, writeError } from '#kit/files'

const REMEDY = 'Create one with: space-data signing init FILE'

/** Reads signing keys from a file. Errors never repeat the content. */
export async function readSigningKeys(path: string): Promise<SigningKeys> {
  const text = await readTextFile(path, REMEDY)
  try {
    const { keys } = JSON.parse(text)
    if (Array.isArray(keys)) return { keys }
  } catch {
    // The message of the parser quotes the file.
  }
  throw new CliError(`${path} does not contain signing keys`, REMEDY)
}

/** Returns a new private key that signs from an instant in epoch milliseconds on. */
export async function createSigningKey(from: number): Promise<SigningKey> {
  const { subtle } = crypto
  const { privateKey } = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const { x = '', d = '' } = await subtle.exportKey('jwk', privateKey)
  return { kty: 'OKP', crv: 'Ed25519', x, d, nbf: Math.floor(from / 1_000) }
}

/** Formats signing keys as the content of a file. */
export function formatSigningKeys(keys: SigningKeys): string {
  return `${JSON.stringify(keys, null, 2)}\n`
}

/** Replaces the keys in a file atomically; the file is readable only by its owner. */
export async function replaceSigningKeys(path: string, keys: SigningKeys): Promise<void> {
  const publish = (temporary: string) => rename(temporary, path)
  await throughTemporaryFile(path, formatSigningKeys(keys), path, publish).catch((error) => {
    throw writeError(path, error)
  })
}

/** Returns warnings about the file with the keys, one sentence each. */
export async function signingWarnings({
  signingKeyFile: file,
}: Pick<Config, 'signingKeyFile'>): Promise<string[]> {
  if (file === undefined) return []
  await readSigningKeys(file)
  return [(await privateFileWarning(file)) ?? []].flat()
}
