import type { Alert } from '#features/alerts/alert'
import { type AuroraWatch, auroraWatchOf } from '#features/alerts/aurora-watch'
import { type PassWatch, passWatchesOf } from '#features/alerts/pass-watch'
import type { WebhookParameters, WebhooksByAccount } from '#features/alerts/webhook-records'
import { endOfTurn } from '#kernel/kit/end-of-turn'

/** Subjects that the parameters of a webhook name, except shells. */
interface Watched {
  readonly aurora: AuroraWatch | undefined
  readonly passes: readonly PassWatch[]
  /** The names of the subjects, as `subjectName` returns them. */
  readonly names: ReadonlySet<string>
}

/** Subjects that webhooks watch, and the accounts that watch them. */
interface Watchers {
  /** Catalogue numbers, ascending. */
  readonly objects: readonly number[]
  readonly aurora: readonly AuroraWatch[]
  readonly passes: readonly PassWatch[]
  /** The accounts that watch a subject, by its name. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
}

const watchedByParameters = new WeakMap<WebhookParameters, Watched>()
/** Cached, as an alert is compared with each webhook of its account. */
const namesOfAlerts = new WeakMap<Pick<Alert, 'type' | 'subject'>, string>()
const watchersByWebhooks = new WeakMap<WebhooksByAccount, Watchers>()

/**
 * Returns the name of an alert's subject. It includes the kind, as subjects of different kinds may be
 * identical.
 */
export function subjectName({ type, subject }: Pick<Alert, 'type' | 'subject'>): string {
  return `${type.split('.', 1)[0]} ${subject}`
}

/**
 * Returns whether the parameters of a webhook name the object, or the location and conditions, of an alert.
 */
export function isNamedBy(parameters: WebhookParameters, alert: Pick<Alert, 'type' | 'subject'>): boolean {
  let name = namesOfAlerts.get(alert)
  if (name === undefined) {
    name = subjectName(alert)
    namesOfAlerts.set(alert, name)
  }
  return watchedBy(parameters).names.has(name)
}

/** Webhooks whose subjects are named per turn of the event loop, with 20 subjects each. */
const NAMED_PER_TURN = 50

/**
 * Names the subjects of all webhooks in advance, in several turns of the event loop, as there may be
 * thousands.
 */
export async function nameWatched(webhooks: WebhooksByAccount): Promise<void> {
  let named = 0
  for (const { parameters } of [...webhooks.values()].flat()) {
    watchedBy(parameters)
    named += 1
    if (named % NAMED_PER_TURN === 0) await endOfTurn()
  }
}

/**
 * Returns the subjects that webhooks watch and the accounts that watch them; computed once per version of the
 * webhooks.
 */
export function watchersIn(webhooks: WebhooksByAccount): Watchers {
  const known = watchersByWebhooks.get(webhooks)
  if (known) return known
  const made = findWatchers(webhooks)
  watchersByWebhooks.set(webhooks, made)
  return made
}

function findWatchers(webhooks: WebhooksByAccount): Watchers {
  const objects = new Set<number>()
  const aurora = new Map<string, AuroraWatch>()
  const passes = new Map<string, PassWatch>()
  const accounts = new Map<string, string[]>()
  for (const [account, records] of webhooks) {
    for (const { parameters } of records) {
      const watched = watchedBy(parameters)
      for (const id of parameters.noradIds ?? []) objects.add(id)
      if (watched.aurora) aurora.set(watched.aurora.subject, watched.aurora)
      for (const watch of watched.passes) passes.set(watch.subject, watch)
      for (const name of watched.names) {
        const before = accounts.get(name)
        if (!before) accounts.set(name, [account])
        else if (before.at(-1) !== account) before.push(account)
      }
    }
  }
  const ascending = [...objects].sort((a, b) => a - b)
  return { objects: ascending, aurora: [...aurora.values()], passes: [...passes.values()], accounts }
}

function watchedBy(parameters: WebhookParameters): Watched {
  const known = watchedByParameters.get(parameters)
  if (known) return known
  const aurora = auroraWatchOf(parameters)
  const passes = passWatchesOf(parameters)
  const names = new Set([
    ...(parameters.noradIds ?? []).map((id) => `object ${id}`),
    ...(aurora ? [`aurora ${aurora.subject}`] : []),
    ...passes.map(({ subject }) => `pass ${subject}`),
  ])
  const made: Watched = { aurora, passes, names }
  watchedByParameters.set(parameters, made)
  return made
}
