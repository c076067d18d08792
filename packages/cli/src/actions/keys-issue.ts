import type { IssuedKey } from '@space-data/core'
import { readConfig } from '#config/config'
import { Failure, inOneLine, UsageError } from '#failure'
import { durationMs } from '#given'
import { withoutHash } from '#key-state'
import { type WorldFlags, withOpen } from '#open'
import { printJson } from '#print'
import { inPlainWords } from '#refused'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

interface IssueFlags extends WorldFlags {
  readonly tier: string
  readonly label: string
  readonly account?: string
  readonly expiresIn?: string
  readonly json?: true
}

/** Prints the new key alone on stdout and everything else on stderr, which comes first. */
export async function issueKey(flags: IssueFlags, terminal: Terminal): Promise<void> {
  const { tier, label, account, expiresIn } = flags
  const config = await readConfig(flags, terminal)
  if (!config.tiers.has(tier)) {
    const remedy = `--tier takes one of ${[...config.tiers.keys()].join(', ')}`
    throw new UsageError(`there is no tier "${tier}"`, remedy)
  }
  const expiresInMs =
    expiresIn === undefined ? undefined : durationMs({ text: expiresIn, from: '--expires-in' })

  await withOpen(
    flags,
    terminal,
    async ({ keys, storeDescription }) => {
      const issued = await keys.issue({ tier, label, account, expiresInMs }).catch(inPlainWords)
      try {
        await showNew(issued, storeDescription, flags, terminal)
      } catch (error) {
        await keys.revoke(issued.record.id)
        const words = `the key could not be printed, so it is revoked: ${inOneLine(error)}`
        throw new Failure(words, undefined, error)
      }
    },
    { config, use: 'writing' },
  )
}

/** Shows a key, once. */
export async function showNew(
  { key, record }: IssuedKey,
  store: string,
  flags: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  if (flags.json) return printJson({ key, ...withoutHash(record) }, terminal)
  terminal.err(
    `Key ${record.id} of tier ${record.tier}, account ${record.account}, ` +
      `expires ${momentOf(record.expires_at, 'never')}, in ${store}\n` +
      'It is shown this once: only its hash is kept.\n',
  )
  return terminal.out(`${key}\n`)
}
