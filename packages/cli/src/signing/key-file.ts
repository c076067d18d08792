import { randomBytes } from 'node:crypto'
import { chown, open, readFile, rename, rm, stat } from 'node:fs/promises'
import type { SigningKey, SigningKeys } from '@space-data/core'
import { CliError, describeError, errorCode } from '#kit/errors'
import { writeError } from '#kit/files'

const REMEDY = 'Create one with: space-data signing init FILE'

/** Reads signing keys from a file. Errors never repeat the content. */
export async function readSigningKeys(path: string): Promise<SigningKeys> {
  const text = await readFile(path, 'utf8').catch((error) => {
    const reason = REASONS[errorCode(error)] ?? describeError(error)
    throw new CliError(`cannot read ${path}: ${reason}`, REMEDY, error)
  })
  try {
    const { keys } = JSON.parse(text)
    if (Array.isArray(keys)) return { keys }
  } catch {
    // What the parser says quotes the file.
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

/** Formats signing keys as a file has them. */
export function formatSigningKeys(keys: SigningKeys): string {
  return `${JSON.stringify(keys, null, 2)}\n`
}

/** Replaces the keys in a file at once, readable by its owner only. */
export async function replaceSigningKeys(path: string, keys: SigningKeys): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const { uid, gid } = await stat(path)
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(formatSigningKeys(keys))
      await file.sync()
    } finally {
      await file.close()
    }
    // The server can then read what root has rotated.
    if (process.getuid?.() === 0) await chown(temporary, uid, gid)
    await rename(temporary, path)
  } catch (error) {
    throw writeError(path, error)
  } finally {
    await rm(temporary, { force: true })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}
