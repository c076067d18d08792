import { publicKeyOf, type SigningKey, type SigningKeys } from '@space-data/core'
import { CliError } from '#kit/errors'
import { fillNewFile } from '#kit/files'
import { printJson, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'
import { createSigningKey, formatSigningKeys, readSigningKeys, replaceSigningKeys } from '#signing/key-file'

interface SigningFlags {
  readonly json?: true
}

/** How long a replaced key is published: as long as the oldest response that may still be served. */
const OVERLAP_S = 7 * 86_400

/** Creates a file with a new key; only the public key goes to stdout. */
export async function initSigning(file: string, flags: SigningFlags, terminal: Terminal): Promise<void> {
  const key = await createSigningKey(Date.now())
  await fillNewFile(file, (write) => write(formatSigningKeys({ keys: [key] })))
  await printPublicKey(file, key, flags, terminal)
  terminal.err(`Created ${file}. Serve with --signing-key-file ${file}, and publish the key above\n`)
}

/** Replaces the key in a file; the public part of the old one stays for 7 days. */
export async function rotateSigning(file: string, flags: SigningFlags, terminal: Terminal): Promise<void> {
  const { keys } = await readSigningKeys(file)
  const now = Math.floor(Date.now() / 1_000)
  const retired = keys.map(({ d: _, ...key }) => ({
    ...key,
    exp: Math.min(key.exp ?? Infinity, now + OVERLAP_S),
  }))
  const key = await createSigningKey(Date.now())
  await replaceSigningKeys(file, { keys: [key, ...retired.filter(({ exp }) => exp > now)] })
  await printPublicKey(file, key, flags, terminal)
  terminal.err(
    `Restart the servers that sign with ${file}. Clients that verify need the key above and the old one\n`,
  )
}

function printPublicKey(file: string, key: SigningKey, { json }: SigningFlags, terminal: Terminal) {
  return json ? printJson({ file, key: publicKeyOf(key) }, terminal) : terminal.out(`${publicKeyOf(key)}\n`)
}

/** Lists the keys in a file, the newest first; never a private one. */
export async function listSigning(file: string, { json }: SigningFlags, terminal: Terminal): Promise<void> {
  const set = await readSigningKeys(file)
  const listed = set.keys.map((key) => ({
    key: publicKeyOf(key),
    state: stateOf(key, set),
    from: key.nbf ?? null,
    until: key.exp ?? null,
  }))
  if (json) return printJson({ keys: listed }, terminal)
  const moment = (at: number | null) => formatMoment(at === null ? null : at * 1_000, '-')
  return printTable(
    ['KEY', 'STATE', 'FROM', 'UNTIL'],
    listed.map(({ key, state, from, until }) => [key, state, moment(from), moment(until)]),
    terminal,
    { leaving: ['FROM'], whole: ['KEY'] },
  )
}

function stateOf(key: SigningKey, { keys }: SigningKeys): string {
  const now = Date.now() / 1_000
  if (key.exp !== undefined && key.exp <= now) return 'expired'
  if (key.d === undefined) return 'published'
  if ((key.nbf ?? 0) > now) return 'begins later'
  const newest = keys.filter(({ d, nbf = 0 }) => d !== undefined && nbf <= now)
  if (newest.length === 0) throw new CliError('no key can sign')
  return newest.every(({ nbf = 0 }) => nbf <= (key.nbf ?? 0)) ? 'signs' : 'published'
}
