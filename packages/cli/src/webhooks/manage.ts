import type { WholeSpaceData } from '@space-data/core'
import { accountNotFound, webhookNotFound } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { printJson } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { throwWithArgument } from '#webhooks/refusals'
import { printWebhook, printWebhooks } from '#webhooks/webhook-view'

/** Flags of all commands on webhooks. */
export interface WebhookFlags extends ServiceFlags {
  readonly account: string
  readonly json?: true
}

/** The account under which the receivers of the configuration are listed. */
const OPERATOR = 'operator'

/**
 * Opens an instance with webhooks and runs `work` on the operations of the account.
 * @throws CliError for an account that does not exist; usage errors for invalid options
 */
export function withWebhooks<T>(
  flags: WebhookFlags,
  terminal: Terminal,
  work: (webhooks: WholeSpaceData['webhooks'], spaceData: WholeSpaceData) => Promise<T>,
  use: 'required' | 'creating' = 'required',
): Promise<T> {
  return withService(
    flags,
    terminal,
    async (spaceData) => {
      const { account } = flags
      if (account !== OPERATOR && !(await spaceData.accounts.show(account))) throw accountNotFound(account)
      return work(spaceData.webhooks, spaceData).catch((error) => throwWithArgument(error, spaceData))
    },
    { webhooks: use },
  )
}

/** Prints the webhooks of an account, oldest first. */
export async function listWebhooks(flags: WebhookFlags, terminal: Terminal): Promise<void> {
  const { account } = flags
  const found = await withWebhooks(flags, terminal, (webhooks) => webhooks.list(account))
  if (flags.json) return printJson(found, terminal)
  if (found.length === 0) {
    terminal.err(`No webhooks yet. Add one with: space-data webhooks add <url> --account ${account}\n`)
  }
  return printWebhooks(found, terminal)
}

/**
 * Runs `work` on a webhook and prints what it returns.
 * @throws CliError if there is no such webhook
 */
export async function withWebhook<T>(
  id: string,
  flags: WebhookFlags,
  terminal: Terminal,
  work: (webhooks: WholeSpaceData['webhooks'], account: string) => Promise<T | undefined>,
  print: (found: T, terminal: Terminal) => Promise<void>,
): Promise<T> {
  const { account, json } = flags
  const found = await withWebhooks(flags, terminal, (webhooks) => work(webhooks, account))
  if (found === undefined) throw webhookNotFound(id, account)
  await (json ? printJson(found, terminal) : print(found, terminal))
  return found
}

/** Prints a webhook. */
export async function showWebhook(id: string, flags: WebhookFlags, terminal: Terminal): Promise<void> {
  await withWebhook(id, flags, terminal, (webhooks, account) => webhooks.show(account, id), printWebhook)
}

/** Enables or disables a webhook and prints it. */
export async function setWebhookStatus(
  id: string,
  status: 'active' | 'disabled',
  flags: WebhookFlags,
  terminal: Terminal,
): Promise<void> {
  const change = (webhooks: WholeSpaceData['webhooks'], account: string) =>
    webhooks.change(account, id, { status })
  await withWebhook(id, flags, terminal, change, printWebhook)
}

/** Deletes a webhook and its waiting alerts. */
export async function deleteWebhook(id: string, flags: WebhookFlags, terminal: Terminal): Promise<void> {
  await withWebhook(
    id,
    flags,
    terminal,
    async (webhooks, account) => ((await webhooks.delete(account, id)) ? { id, deleted: true } : undefined),
    () => terminal.out(`Deleted ${id}.\n`),
  )
}
