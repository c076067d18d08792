import { keyNotFound, throwAsUsageError } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { printNewKey } from '#keys/issue'
import { CliError, describeError } from '#kit/errors'
import { parseDuration } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

interface RotateFlags extends ServiceFlags {
  readonly grace: string
  readonly expiresIn?: string
  readonly json?: true
}

const YEAR_MS = 365 * 86_400_000

/**
 * Rotates a key and prints the new one as `keys issue` does. The old key gets its expiry only after the new
 * one was printed.
 */
export async function rotateKey(id: string, flags: RotateFlags, terminal: Terminal): Promise<void> {
  const graceMs = parseDuration({ text: flags.grace, from: '--grace' }, YEAR_MS, 0)
  const { expiresIn } = flags
  const expiresInMs =
    expiresIn === undefined ? undefined : parseDuration({ text: expiresIn, from: '--expires-in' })
  const old = await withService(flags, terminal, async ({ keys, store }) => {
    let isShown = false
    const rotated = keys.rotate(id, {
      graceMs,
      expiresInMs,
      async deliver(issued) {
        await printNewKey(issued, store.description, flags, terminal).catch(newKeyNotPrinted)
        isShown = true
      },
    })
    const issued = await rotated.catch((error) =>
      isShown ? oldKeyNotEnded(id, error) : throwAsUsageError(error),
    )
    if (!issued) throw keyNotFound(id)
    return keys.show(id)
  })
  const end = graceMs === 0 ? 'ended' : `ends ${formatMoment(old?.expiresAt ?? null, 'never')}`
  terminal.err(`The replaced key ${id} ${end}; all servers on this store apply this within 5 seconds.\n`)
}

function newKeyNotPrinted(error: unknown): never {
  const message = 'the new key could not be printed and was revoked; the old one is unchanged'
  throw new CliError(`${message}: ${describeError(error)}`, undefined, error)
}

function oldKeyNotEnded(id: string, error: unknown): never {
  throw new CliError(
    `the new key is valid, but the expiry of ${id} could not be set: ${describeError(error)}`,
    `Revoke it when it is no longer used: space-data keys revoke ${id}`,
    error,
  )
}
