import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, readFile, realpath } from 'node:fs/promises'
import { CliError, errorCode } from '#kit/errors'
import { fileErrorReason, throughTemporaryFile } from '#kit/files'
import { parseSecrets } from '#kit/parse'

/** Master secrets, the newest first. */
export type Secrets = readonly [string, ...string[]]

/** Returns the path of the file with the master secret that belongs to a SQLite file. */
export async function secretFileOf(store: string): Promise<string> {
  // Not beside a link to the store: a process that opens it by another path needs the same secret.
  return `${await realpath(store)}.webhook-secret`
}

/**
 * Reads the master secrets, one on each line, the newest first; `undefined` if there is no such file.
 * Errors never repeat the content.
 */
export async function readSecretFile(path: string): Promise<Secrets | undefined> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw cannotUse(path, error)
  })
  if (text === undefined) return undefined
  const secrets = parseSecrets(text.trim().replace(/\s+/g, ','))
  if (secrets) return secrets
  throw new CliError(
    `${path} does not contain secrets of at least 32 characters, one on each line`,
    'Restore it from a backup, or delete it to create a new one: then every receiver needs its new secret',
  )
}

/**
 * Creates the file with a new secret, readable by the owner of the store only, and returns the secrets in it.
 * If another process was faster, returns its secrets. The file appears with its whole content.
 */
export async function createSecretFile(path: string, store: string): Promise<Secrets> {
  const publish = (temporary: string) =>
    link(temporary, path).catch((error) => {
      if (HAS_NO_LINKS.has(errorCode(error))) return copyFile(temporary, path, constants.COPYFILE_EXCL)
      throw error
    })
  const secret = `${randomBytes(32).toString('base64url')}\n`
  await throughTemporaryFile(path, secret, store, publish).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw cannotUse(path, error)
  })
  const secrets = await readSecretFile(path)
  if (secrets) return secrets
  throw new CliError(`${path} was deleted while it was created`, 'Try again')
}

/** Codes of file systems without hard links, such as exFAT. */
const HAS_NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

function cannotUse(path: string, error: unknown): CliError {
  return new CliError(
    `cannot use ${path}: ${fileErrorReason(error)}`,
    'Make it readable, or set SPACE_DATA_WEBHOOK_SECRET instead',
    error,
  )
}
