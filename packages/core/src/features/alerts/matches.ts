import type { Alert } from '#features/alerts/alert'
import { matchesType } from '#features/alerts/alert-type'
import type { OperatorReceiver } from '#features/alerts/settings'
import { isNoaas } from '#features/alerts/types/notices'
import { FLARE_LEVELS, type FlareLevel } from '#features/alerts/types/space-weather'
import { isNamedBy } from '#features/alerts/watched-subjects'
import type { WebhookParameters, WebhookRecord } from '#features/alerts/webhook-records'

/** The members of an alert that determine its recipients. */
type Matched = Pick<Alert, 'type' | 'subject' | 'audience' | 'data'>

/**
 * Returns whether an account may see an alert: a public alert, an alert for the account, or an alert whose
 * subject a webhook of the account names.
 */
export function isVisible(
  alert: Matched,
  account: string,
  webhooks: readonly Pick<WebhookRecord, 'parameters'>[],
): boolean {
  const { audience } = alert
  if (audience === 'public') return true
  if (audience === 'operator') return false
  if (audience === 'watchers') return webhooks.some(({ parameters }) => isWatched(alert, parameters))
  return 'account' in audience ? audience.account === account : audience.accounts.includes(account)
}

/**
 * Returns whether an alert is to be sent to a webhook of an account. Without `types`, the webhook receives
 * public alerts and alerts about subjects that its parameters name.
 */
export function matchesWebhook(
  alert: Matched,
  { types, parameters }: Pick<WebhookRecord, 'types' | 'parameters'>,
  account: string,
): boolean {
  if (!isVisible(alert, account, [{ parameters }])) return false
  if (isForWatchers(alert) && !isWatched(alert, parameters)) return false
  const isChosen =
    types.length === 0
      ? alert.audience === 'public' || isNamed(alert, parameters)
      : types.some((pattern) => matchesType(pattern, alert.type))
  return isChosen && reachesLeastLevel(alert, parameters)
}

/**
 * Returns whether an alert is to be sent to a receiver of the operator: any alert except those about watched
 * subjects.
 */
export function matchesReceiver(alert: Matched, { types }: Pick<OperatorReceiver, 'types'>): boolean {
  return !isForWatchers(alert) && types.some((pattern) => matchesType(pattern, alert.type))
}

/** Returns whether an alert is only for webhooks that watch its subject. */
function isForWatchers({ audience }: Matched): boolean {
  if (typeof audience === 'string') return audience === 'watchers'
  return 'accounts' in audience || audience.isWatched === true
}

/**
 * Returns whether a subject is watched: an object by its number, aurora and passes by location and
 * conditions, a shell by its lowest altitude. A webhook without altitudes watches all shells.
 */
function isWatched(alert: Matched, parameters: WebhookParameters): boolean {
  const { altitudesKm = [] } = parameters
  if (!isOfShell(alert)) return isNamedBy(parameters, alert)
  return altitudesKm.length === 0 || altitudesKm.includes(Number(alert.subject))
}

function isNamed(alert: Matched, { altitudesKm = [] }: WebhookParameters): boolean {
  return isForWatchers(alert) && (!isOfShell(alert) || altitudesKm.length > 0)
}

function isOfShell({ type }: Matched): boolean {
  return type.startsWith('shell.')
}

/** Returns whether the level of an alert is at least the minimum of the webhook, if it has one. */
function reachesLeastLevel({ type, data }: Matched, parameters: WebhookParameters): boolean {
  const level = String(data['level'])
  const { minGScale = 1, minSScale = 1, minFlareClass = 'M1' } = parameters
  if (isNoaas(type)) return reachesStep(data, parameters)
  if (type.startsWith('geomagnetic.')) return Number(level.slice(1)) >= minGScale
  if (type === 'solar.radiation_storm') return Number(level.slice(1)) >= minSScale
  if (type !== 'solar.flare') return true
  return flareRank(level as FlareLevel) >= flareRank(minFlareClass)
}

/**
 * Returns whether the level of a notice is at least the minimum for its scale. A notice without a scale
 * always matches.
 */
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
