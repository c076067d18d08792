import type { AccountRecords } from '#accounts/account-records'
import { webhookKind } from '#alerts/webhooks/webhook-records'
import { customShellKind } from '#debris/custom-shells/custom-shell-records'
import type { ImportRun } from '#host/maintenance/import-run'
import { importWebhook } from '#host/maintenance/import-webhook'
import { lineOf, type MovedKind } from '#host/maintenance/moved-kind'
import type { Context } from '#kit/context'
import type { RecordKind } from '#storage/records/record-kind'
import { ACCOUNT } from '#storage/records/schemas'

/** The webhooks, without the states of their deliveries. */
export const movedWebhooks = movedOwned(
  'webhook',
  webhookKind,
  ({ alerts: { webhooks } }) => webhooks,
  importWebhook,
)

/** The custom shells. One that exists is left alone: one id is always one definition. */
export const movedCustomShells = movedOwned(
  'custom_shell',
  customShellKind,
  ({ debris: { customShells } }) => customShells,
  async (account, record, { context }) => {
    await context.debris.customShells.update(account, (records) =>
      records.some(({ id }) => id === record.id) ? records : [...records, record],
    )
  },
)

/** Declares how what accounts own is moved, a line for each under `<account>:<id>`. */
function movedOwned<Owned extends { readonly id: string }>(
  type: string,
  kind: RecordKind<Owned>,
  recordsOf: (context: Context) => Pick<AccountRecords<Owned>, 'accounts' | 'ofAccount'>,
  restore: (account: string, record: Owned, run: ImportRun) => Promise<void>,
): MovedKind<Owned> {
  const moved: MovedKind<Owned> = {
    ...kind,
    type,
    id: new RegExp(`${ACCOUNT.source}:${kind.id.source}`),
    async *lines(context) {
      const owned = recordsOf(context)
      for (const account of [...(await owned.accounts())].sort())
        yield (await owned.ofAccount(account)).map((record) =>
          lineOf(moved, { id: `${account}:${record.id}`, record }),
        )
    },
    restore: ({ id, record }, run) => restore(id.split(':')[0] ?? '', record, run),
  }
  return moved
}
