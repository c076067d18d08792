import type { IssuedKey } from '@space-data/core'
import { Failure, inOneLine, UsageError } from '#failure'
import { durationMs } from '#given'
import { withoutHash } from '#key-state'
import type { WorldFlags } from '#open'
import { minuteOf, printJson } from '#print'
import type { Terminal } from '#terminal'

interface IssueFlags extends WorldFlags {
  readonly tier: string
  readonly label: string
  readonly account?: string
  readonly expiresIn?: string
  readonly json?: true
}

/** Prints the new key alone on stdout and everything else on stderr, which comes first. */
export async function issue(flags: IssueFlags, terminal: Terminal): Promise<void> {
  const [{ withOpen }, { isTierName, tiers }] = await Promise.all([
    import('#open'),
    import('@space-data/core'),
  ])
  const { tier, label, account, expiresIn } = flags
  if (!isTierName(tier)) {
    throw new UsageError(`there is no tier "${tier}"`, `--tier takes one of ${Object.keys(tiers).join(', ')}`)
  }
  const expiresInMs =
    expiresIn === undefined ? undefined : durationMs({ text: expiresIn, from: '--expires-in' })

  await withOpen(flags, terminal, async ({ keys, storeDescription }) => {
    const issued = await keys.issue({ tier, label, account, expiresInMs }).catch(inPlainWords)
    try {
      await show(issued, storeDescription, flags, terminal)
    } catch (error) {
      await keys.revoke(issued.record.id)
      throw new Failure(
        `the key could not be printed, so it is revoked: ${inOneLine(error)}`,
        undefined,
        error,
      )
    }
  })
}

async function show({ key, record }: IssuedKey, store: string, flags: IssueFlags, terminal: Terminal) {
  if (flags.json) return printJson({ key, ...withoutHash(record) }, terminal)
  terminal.err(
    `Key ${record.id} of tier ${record.tier}, account ${record.account}, ` +
      `expires ${minuteOf(record.expires_at, 'never')}, in ${store}\n` +
      'It is shown this once: only its hash is kept.\n',
  )
  return terminal.out(`${key}\n`)
}

/** The core refuses an order that is wrong with a TypeError, whose message is meant for people. */
function inPlainWords(error: unknown): never {
  if (error instanceof TypeError) throw new UsageError(error.message, undefined, error)
  throw error
}
