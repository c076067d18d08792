import type { Alert } from '#alerts/alert'
import { matchesType } from '#alerts/alert-type'
import { auroraWatchOf } from '#alerts/aurora-watch'
import { passWatchesOf } from '#alerts/pass-watch'
import { isNoaas } from '#alerts/types/notices'
import { FLARE_LEVELS, type FlareLevel } from '#alerts/types/space-weather'
import type { WebhookParameters, WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { OperatorReceiver } from '#kit/context'

/** What of an alert decides who receives it. */
type Matched = Pick<Alert, 'type' | 'subject' | 'audience' | 'data'>

/**
 * Whether an account may see an alert: a public one, one of its own, or one whose subject a webhook of the
 * account names.
 */
export function isVisible(
  { type, subject, audience }: Matched,
  account: string,
  webhooks: readonly Pick<WebhookRecord, 'parameters'>[],
): boolean {
  if (audience === 'public') return true
  if (audience === 'operator') return false
  if (audience !== 'watchers') return audience.account === account
  return webhooks.some(({ parameters }) => isWatched(type, subject, parameters))
}

/**
 * Whether an alert is to be sent to a webhook of an account. Without `types`, public alerts are, and those
 * about what its parameters name.
 */
export function matchesWebhook(
  alert: Matched,
  { types, parameters }: Pick<WebhookRecord, 'types' | 'parameters'>,
  account: string,
): boolean {
  if (!isVisible(alert, account, [{ parameters }])) return false
  const isChosen =
    types.length === 0
      ? alert.audience === 'public' || isNamed(alert, parameters)
      : types.some((pattern) => matchesType(pattern, alert.type))
  return isChosen && reachesLeastLevel(alert, parameters)
}

/** Whether an alert is to be sent to a receiver of the operator: any but those about watched subjects. */
export function matchesReceiver(
  { type, audience }: Matched,
  { types }: Pick<OperatorReceiver, 'types'>,
): boolean {
  return audience !== 'watchers' && types.some((pattern) => matchesType(pattern, type))
}

/**
 * Whether a subject is watched: an object by its number, the aurora and passes by place and conditions, a
 * shell by its lowest altitude. A webhook that names no altitude watches all shells.
 */
function isWatched(type: string, subject: string, parameters: WebhookParameters): boolean {
  const { noradIds = [], altitudesKm = [] } = parameters
  if (type.startsWith('object.')) return noradIds.includes(Number(subject))
  if (type.startsWith('aurora.')) return auroraWatchOf(parameters)?.subject === subject
  if (type.startsWith('pass.')) return passWatchesOf(parameters).some((watch) => watch.subject === subject)
  return altitudesKm.length === 0 || altitudesKm.includes(Number(subject))
}

function isNamed({ type, audience }: Matched, { altitudesKm = [] }: WebhookParameters): boolean {
  return audience === 'watchers' && (/^(object|aurora|pass)\./.test(type) || altitudesKm.length > 0)
}

/** Whether the level of an alert is at least the least one of the webhook, if any. */
function reachesLeastLevel({ type, data }: Matched, parameters: WebhookParameters): boolean {
  const level = String(data['level'])
  const { minGScale = 1, minSScale = 1, minFlareClass = 'M1' } = parameters
  if (isNoaas(type)) return reachesStep(data, parameters)
  if (type.startsWith('geomagnetic.')) return Number(level.slice(1)) >= minGScale
  if (type === 'solar.radiation_storm') return Number(level.slice(1)) >= minSScale
  if (type !== 'solar.flare') return true
  return flareRank(level as FlareLevel) >= flareRank(minFlareClass)
}

/** Whether the step of a notice is at least the least one of its scale; one without a scale always is. */
function reachesStep({ scale, level }: Matched['data'], parameters: WebhookParameters): boolean {
  const { minGScale, minSScale, minFlareClass } = parameters
  const least = {
    G: minGScale,
    S: minSScale,
    // Radio blackouts begin at M1 with R1.
    R: minFlareClass && flareRank(minFlareClass) + 1,
  }[String(scale)]
  return least === undefined || Number(level) >= least
}

function flareRank(level: FlareLevel): number {
  return FLARE_LEVELS.indexOf(level)
}
