import { placeIn } from '@space-data/charts/text'
import type {
  WebhookCreation,
  WebhookFormat,
  WebhookParameters,
  WebhookWithSecret,
} from '@space-data/core/alerts'
import { readConfig } from '#config/config'
import { accountNotFound, webhookNotFound } from '#instance/core-errors'
import { CliError, describeError, UsageError } from '#kit/errors'
import { printJson } from '#kit/print'
import { parseWholeNumber } from '#kit/raw-value'
import type { Terminal } from '#kit/terminal'
import { type WebhookFlags, withWebhooks } from '#webhooks/manage'
import { assertReceiverAllowed } from '#webhooks/refusals'

interface AddFlags extends WebhookFlags {
  readonly type?: readonly string[]
  readonly description?: string
  readonly format?: string
  readonly noradIds?: string
  readonly altitudesKm?: string
  readonly minGScale?: string
  readonly minSScale?: string
  readonly minFlareClass?: string
  readonly at?: string
  readonly minPercent?: string
  readonly alsoByDay?: boolean
  readonly passesOf?: string
  readonly minElevationDeg?: string
  readonly minutesBefore?: string
  readonly alsoInvisible?: boolean
}

/** Adds a webhook: prints only its secret on stdout, after its details on stderr. */
export async function addWebhook(url: string, flags: AddFlags, terminal: Terminal): Promise<void> {
  const { account, type: types, description, format } = flags
  const parameters = parametersIn(flags)
  const config = await readConfig(flags, terminal)
  await withWebhooks(
    flags,
    terminal,
    async (webhooks, { accounts }) => {
      const tier = (await accounts.show(account))?.tier
      if (tier === undefined) throw accountNotFound(account)
      const limit = (config.tiers.get(tier) ?? config.tiers.get('free'))?.webhooks ?? 0
      if (limit === 0) throw noWebhooksInTier(account, tier)
      const input: WebhookCreation = {
        url,
        parameters,
        ...(types && { types }),
        ...(description && { description }),
        // Core checks it.
        ...(format && { format: format as WebhookFormat }),
      }
      await assertReceiverAllowed(url, config)
      const webhook = await webhooks.add(account, input, limit)
      try {
        await printNewSecret(webhook, 'Added', flags, terminal)
      } catch (error) {
        await webhooks.delete(account, webhook.id)
        const message = `the secret could not be printed and the webhook was deleted: ${describeError(error)}`
        throw new CliError(message, undefined, error)
      }
    },
    'creating',
  )
}

/** Creates a new secret and prints it as `add` does. */
export async function rotateWebhook(id: string, flags: WebhookFlags, terminal: Terminal): Promise<void> {
  const { account } = flags
  const webhook = await withWebhooks(flags, terminal, (webhooks) => webhooks.rotate(account, id))
  if (!webhook) throw webhookNotFound(id, account)
  await printNewSecret(webhook, 'Rotated', flags, terminal)
  terminal.err('For 24 hours, webhooks are also signed with the old secret.\n')
}

async function printNewSecret(
  webhook: WebhookWithSecret,
  verb: string,
  { account, json }: WebhookFlags,
  terminal: Terminal,
): Promise<void> {
  if (json) return printJson(webhook, terminal)
  const { id, types, url, publicKey, secret, format } = webhook
  const what = `${verb} webhook ${id} of account ${account}: ${types.join(', ') || 'all public alerts'} to ${url}\n`
  if (format !== 'standard') return void terminal.err(`${what}Messages to ${format} are not signed.\n`)
  terminal.err(
    `${what}Give this secret to the receiver. It verifies the header webhook-signature with the secret and any ` +
      'library for Standard Webhooks.\n' +
      `It is not shown again. Signatures v1a can be verified with the public key ${publicKey} instead.\n`,
  )
  return terminal.out(`${secret}\n`)
}

function noWebhooksInTier(account: string, tier: string): CliError {
  return new CliError(
    `account ${account} is in tier ${tier}, which has no webhooks`,
    `Move it with: space-data accounts set-tier ${account} pro`,
  )
}

function parametersIn(flags: AddFlags): WebhookParameters {
  const { noradIds, altitudesKm, minGScale, minSScale, minFlareClass, at, minPercent, alsoByDay } = flags
  return {
    ...(noradIds !== undefined && { noradIds: parseNumbers(noradIds, '--norad-ids') }),
    ...(altitudesKm !== undefined && { altitudesKm: parseNumbers(altitudesKm, '--altitudes-km') }),
    ...(minGScale !== undefined && {
      minGScale: parseWholeNumber({ text: minGScale, from: '--min-g-scale' }, 5, 1),
    }),
    ...(minSScale !== undefined && {
      minSScale: parseWholeNumber({ text: minSScale, from: '--min-s-scale' }, 5, 1),
    }),
    ...(minFlareClass !== undefined && { minFlareClass: parseFlareClass(minFlareClass) }),
    ...(at !== undefined && parsePlace(at)),
    ...(minPercent !== undefined && {
      minPercent: parseWholeNumber({ text: minPercent, from: '--min-percent' }, 100, 1),
    }),
    ...(alsoByDay && { onlyDark: false }),
    ...passParametersIn(flags),
  }
}

function passParametersIn(flags: AddFlags): WebhookParameters {
  const { passesOf, minElevationDeg, minutesBefore, alsoInvisible } = flags
  return {
    ...(passesOf !== undefined && { passesOf: parseNumbers(passesOf, '--passes-of') }),
    ...(minElevationDeg !== undefined && {
      minElevationDeg: parseWholeNumber({ text: minElevationDeg, from: '--min-elevation-deg' }, 89, 0),
    }),
    ...(minutesBefore !== undefined && {
      minutesBefore: parseWholeNumber({ text: minutesBefore, from: '--minutes-before' }, 120, 1),
    }),
    ...(alsoInvisible && { onlyVisible: false }),
  }
}

function parseNumbers(text: string, flag: string): number[] {
  if (/^\d{1,9}(,\d{1,9})*$/.test(text)) return text.split(',').map(Number)
  throw new UsageError(`${flag} takes whole numbers separated by commas, not "${describeError(text)}"`)
}

/** Parses a location such as `60.17,24.94`; core checks its range. */
function parsePlace(text: string): Pick<WebhookParameters, 'latitude' | 'longitude'> {
  const place = placeIn(text)
  if (place) return place
  throw new UsageError('--at takes latitude and longitude in degrees, such as 60.17,24.94')
}

const FLARE_CLASSES = ['M1', 'M5', 'X1', 'X10'] as const

function parseFlareClass(text: string): (typeof FLARE_CLASSES)[number] {
  const found = FLARE_CLASSES.find((name) => name === text)
  if (found) return found
  throw new UsageError(`--min-flare-class takes M1, M5, X1 or X10, not "${describeError(text)}"`)
}
