import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chown, copyFile, link, open, readFile, realpath, rm, stat } from 'node:fs/promises'
import { CliError, describeError, errorCode } from '#kit/errors'
import { parseSecrets } from '#kit/parse'

/** Master secrets, the newest first. */
export type Secrets = readonly [string, ...string[]]

/** Returns the path of the file with the master secret that belongs to a SQLite file. */
export async function secretFileOf(store: string): Promise<string> {
  // Not beside a link to the store: whoever opens it by another path needs the same secret.
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
    'Restore it from a backup, or delete it for a new one: then every receiver needs its new secret',
  )
}

/**
 * Creates the file with a new secret, readable by the owner of the store only, and returns the secrets in it:
 * those of another process if that was faster. The file appears with its content at once.
 */
export async function createSecretFile(path: string, store: string): Promise<Secrets> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await giveToOwnerOf(store, temporary)
    await link(temporary, path).catch((error) => {
      if (HAS_NO_LINKS.has(errorCode(error))) return copyFile(temporary, path, constants.COPYFILE_EXCL)
      throw error
    })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw cannotUse(path, error)
  } finally {
    await rm(temporary, { force: true })
  }
  const secrets = await readSecretFile(path)
  return secrets ?? rejectVanished(path)
}

/** Codes of file systems without hard links, such as exFAT. */
const HAS_NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** Gives the file to the owner of the store, so that the server can read what root has created. */
async function giveToOwnerOf(store: string, file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(store)
  if (uid !== 0) await chown(file, uid, gid)
}

function rejectVanished(path: string): never {
  throw new CliError(`${path} was deleted while it was created`, 'Try again')
}

function cannotUse(path: string, error: unknown): CliError {
  const reason = REASONS[errorCode(error)] ?? describeError(error)
  return new CliError(
    `cannot use ${path}: ${reason}`,
    'Make it readable, or set SPACE_DATA_WEBHOOK_SECRET instead',
    error,
  )
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}
