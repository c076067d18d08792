import { showNew } from '#actions/keys-issue'
import { Failure, inOneLine } from '#failure'
import { durationMs } from '#given'
import { type WorldFlags, withOpen } from '#open'
import { inPlainWords, noSuchKey } from '#refused'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

interface RotateFlags extends WorldFlags {
  readonly grace: string
  readonly expiresIn?: string
  readonly json?: true
}

const YEAR_MS = 365 * 86_400_000

/** Prints the key that replaces another, as `keys issue` does; the old one is given its end only after that. */
export async function rotateKey(id: string, flags: RotateFlags, terminal: Terminal): Promise<void> {
  const graceMs = durationMs({ text: flags.grace, from: '--grace' }, YEAR_MS, 0)
  const { expiresIn } = flags
  const expiresInMs =
    expiresIn === undefined ? undefined : durationMs({ text: expiresIn, from: '--expires-in' })
  const old = await withOpen(flags, terminal, async ({ keys, storeDescription }) => {
    let isShown = false
    const rotated = keys.rotate(id, {
      graceMs,
      expiresInMs,
      async deliver(issued) {
        await showNew(issued, storeDescription, flags, terminal).catch(undone)
        isShown = true
      },
    })
    const issued = await rotated.catch((error) => (isShown ? oldIsUncut(id, error) : inPlainWords(error)))
    if (!issued) throw noSuchKey(id)
    return keys.show(id)
  })
  const end = graceMs === 0 ? 'ended' : `ends ${momentOf(old?.expires_at ?? null, 'never')}`
  terminal.err(`Key ${id}, which it replaces, ${end}: every server on this store knows within 5 seconds.\n`)
}

function undone(error: unknown): never {
  const words = 'the new key could not be printed, so it is revoked, and the old one stays as it was'
  throw new Failure(`${words}: ${inOneLine(error)}`, undefined, error)
}

function oldIsUncut(id: string, error: unknown): never {
  throw new Failure(
    `the new key is good, but ${id} could not be given its end: ${inOneLine(error)}`,
    `When nobody uses it any more: space-data keys revoke ${id}`,
    error,
  )
}
