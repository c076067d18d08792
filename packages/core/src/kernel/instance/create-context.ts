import { parseKeyPrefix } from '#kernel/accounts/keys/secret'
import { resolveLimits } from '#kernel/accounts/networks/limits'
import { ANONYMOUS, tiersOf } from '#kernel/accounts/quota/tiers'
import type { Context } from '#kernel/endpoint/endpoint'
import { type AnyFeature, optionsOf, settingsOf } from '#kernel/endpoint/feature'
import { checkBase } from '#kernel/http/target'
import { KERNEL_OPTIONS, type KernelOptions, type PlainSettings } from '#kernel/instance/options'
import { createServices } from '#kernel/instance/services'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { ServiceEvent } from '#kernel/kit/events'
import { Incidents } from '#kernel/kit/incidents'
import { plainSettings } from '#kernel/kit/option-rules'
import { days } from '#kernel/kit/time'
import { memory } from '#kernel/storage/memory/index'
import { createOriginsId } from '#kernel/storage/origins-id'
import { openStore } from '#kernel/storage/store'
import { printError } from '#kernel/upstreams/client/upstream-error'

/**
 * Creates the context of an instance with these features from its options, with defaults applied. Throws if an option is invalid.
 * `elapsed` is a monotonic clock in milliseconds, used for retrying a failing store.
 */
export function createContext(
  options: KernelOptions,
  features: readonly AnyFeature[],
  elapsed?: () => number,
): Context {
  assertAnonymous(options)
  const { now, mirror } = options
  const upstreams: Readonly<Record<string, string>> = options.upstreams ?? {}
  const central = mirror && { central: mirror.origin }
  const sourceNote = mirror ? '' : validateSourceNote(options.sourceNote ?? '')
  const staleIfErrorMs = validateStaleIfError(options.staleIfErrorMs ?? (mirror ? days(7) : 0))
  const clock = now ? () => now().getTime() : () => Date.now()
  const onError = reportOnce(catchErrors(options.onError ?? printError))
  const incidents = new Incidents(clock)
  const listener = catchErrors(options.onEvent ?? (() => {}), onError)
  const onEvent = (event: ServiceEvent) => {
    incidents.record(event)
    listener(event)
  }
  const store = openStore(options.store ?? memory(), {
    elapsed,
    onChange(access, failure) {
      if (failure) onError(failure)
      onEvent({ type: failure ? 'store_failed' : 'store_back', access })
    },
  })
  const originsId = createOriginsId(sourceNote, central ?? upstreams)
  const environment = {
    fetch: options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request)),
    now: clock,
    store,
    settings: {
      ...(plainSettings(options, { ...KERNEL_OPTIONS, ...optionsOf(features) }) as unknown as PlainSettings),
      base: checkBase(options.base ?? ''),
      upstreamOrigins: { ...upstreams, ...central },
      mirror: mirror !== undefined,
      sourceNote,
      originsId,
      staleIfErrorMs,
      authorize: options.authorize,
      keyPrefix: parseKeyPrefix(options.keyPrefix ?? 'sd_live_'),
      limits: resolveLimits(options.limits),
      tiers: tiersOf(options.tiers),
      compress: options.compress,
      securityContact: validateSecurityContact(options.securityContact),
      ...settingsOf(features, options, clock),
    },
    onError,
    onEvent,
  }
  return createServices(features, environment, incidents)
}

/** The note becomes part of the `x-source` header, so it must be valid in a header. */
function validateSourceNote(note: string): string {
  if (!/^[ -~]*$/.test(note)) throw new InvalidOptionError('sourceNote: printable ASCII, such as (sample)')
  return note
}

/** The contact becomes a line of security.txt, so it must not contain spaces or line breaks. */
function validateSecurityContact(contact: string | undefined): string | undefined {
  if (contact === undefined || /^(mailto:|https:\/\/|tel:)[!-~]{1,1000}$/.test(contact)) return contact
  throw new InvalidOptionError('securityContact: a URI such as mailto:security@space.example or https://…')
}

/** If the host authorizes requests, or if no key is needed, the option would have no effect. */
function assertAnonymous({ anonymous, authorize, mirror, tiers }: KernelOptions): void {
  if (anonymous && tiers?.[ANONYMOUS])
    throw new InvalidOptionError(`anonymous: cannot be combined with a tier named ${ANONYMOUS}`)
  if (anonymous && (authorize || mirror?.access === 'open'))
    throw new InvalidOptionError(
      'anonymous: cannot be combined with authorize, nor used on a mirror that needs no keys',
    )
}

function validateStaleIfError(ms: number): number {
  if (typeof ms !== 'number' || !(ms >= 0))
    throw new InvalidOptionError('staleIfErrorMs: a number of at least 0')
  return ms
}

/** Reports every error object only once: an unavailable store fails many requests with the same error. */
function reportOnce(onError: (error: unknown) => void): (error: unknown) => void {
  const reported = new WeakSet<object>()
  return (error) => {
    if (typeof error === 'object' && error !== null) {
      if (reported.has(error)) return
      reported.add(error)
    }
    onError(error)
  }
}

/**
 * Prevents the operator's callbacks from failing requests. Errors thrown by `onError` itself are discarded.
 */
function catchErrors<T>(
  listener: (event: T) => void,
  onError: (error: unknown) => void = () => {},
): (event: T) => void {
  return (event) => {
    try {
      listener(event)
    } catch (error) {
      onError(error)
    }
  }
}
