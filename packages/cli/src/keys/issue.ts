import { KeyConflictError } from '@space-data/core'
import type { Account, IssuedKey } from '@space-data/core/accounts'
import { readConfig } from '#config/config'
import { throwAsUsageError } from '#instance/core-errors'
import { operatorName } from '#instance/operator-name'
import { type ServiceFlags, withService } from '#instance/service'
import { withoutHash } from '#keys/key-state'
import { CliError, describeError, UsageError } from '#kit/errors'
import { printJson } from '#kit/print'
import { parseDuration } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

interface IssueFlags extends ServiceFlags {
  readonly tier: string
  readonly label?: string
  readonly account?: string
  readonly expiresIn?: string
  readonly paths?: string
  readonly networks?: string
  readonly json?: true
}

/** Issues a key: prints only the key on stdout, after its details on stderr. */
export async function issueKey(flags: IssueFlags, terminal: Terminal): Promise<void> {
  const { tier, label = operatorName(), account, expiresIn } = flags
  const restrictions = { paths: splitList(flags.paths), networks: splitList(flags.networks) }
  const config = await readConfig(flags, terminal)
  if (!config.tiers.has(tier)) {
    throw new UsageError(`unknown tier "${tier}"`, `Tiers: ${[...config.tiers.keys()].join(', ')}`)
  }
  const expiresInMs =
    expiresIn === undefined ? undefined : parseDuration({ text: expiresIn, from: '--expires-in' })

  await withService(
    flags,
    terminal,
    async ({ keys, accounts, store }) => {
      const issued = await keys
        .issue({ tier, label, account, expiresInMs, ...restrictions })
        .catch(async (error) => {
          const other = account === undefined ? undefined : await accounts.show(account)
          if (error instanceof KeyConflictError && other && other.tier !== tier)
            throw otherTierError(other, tier, error)
          return throwAsUsageError(error)
        })
      try {
        await printNewKey(issued, store.description, flags, terminal)
      } catch (error) {
        await keys.revoke(issued.record.id)
        const message = `the key could not be printed and was revoked: ${describeError(error)}`
        throw new CliError(message, undefined, error)
      }
    },
    { config, use: 'writing' },
  )
}

function otherTierError({ account, tier }: Account, wanted: string, cause: unknown): CliError {
  const command = `space-data accounts set-tier ${account} ${wanted}`
  return new CliError(`account ${account} is in tier ${tier}`, `Move it first: ${command}`, cause)
}

function splitList(text: string | undefined): string[] | undefined {
  return text?.split(',').map((item) => item.trim())
}

/** Prints a new key; it cannot be shown again. */
export async function printNewKey(
  { key, record }: IssuedKey,
  store: string,
  flags: { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  if (flags.json) return printJson({ key, ...withoutHash(record) }, terminal)
  terminal.err(
    `Issued key ${record.id}: tier ${record.tier}, account ${record.account}, ` +
      `expires ${formatMoment(record.expiresAt, 'never')}, stored in ${store}\n` +
      'Save it now: it is not shown again, because only its hash is stored.\n',
  )
  return terminal.out(`${key}\n`)
}
