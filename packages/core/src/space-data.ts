import type { AlertOptions } from '#features/alerts/settings'
import type { DebrisOptions } from '#features/debris/settings'
import type { everything } from '#features/everything'
import type { HapiOptions } from '#features/hapi/settings'
import type { ObjectsOptions } from '#features/objects/settings'
import { placed } from '#features/placed'
import type { ReportOptions } from '#features/reports/settings'
import type { CompatOptions } from '#features/shared/compat/settings'
import type { SigningOptions } from '#features/signing/settings'
import type { SpaceWeatherOptions } from '#features/space-weather/settings'
import { specification } from '#features/specification'
import type { StartOptions } from '#features/start-options'
import type { WebhookAlertOptions } from '#features/webhooks/settings'
import type { accounts } from '#kernel/accounts/feature'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { AnyFeature, ApiOfFeatures, PayloadsOfFeatures } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { createInstance, type Instance } from '#kernel/instance/instance'
import type { KernelOptions } from '#kernel/instance/options'
import { isObject } from '#kernel/kit/option-rules'

/**
 * Options of an instance; each has a default. An option of a feature is accepted only if the instance has the
 * feature.
 */
export interface SpaceDataOptions<
  Own extends readonly Endpoint[] = readonly Endpoint[],
  Features extends readonly AnyFeature[] = readonly AnyFeature[],
> extends KernelOptions<Own, Features>,
    SpaceWeatherOptions,
    HapiOptions,
    ObjectsOptions,
    DebrisOptions,
    ReportOptions,
    AlertOptions,
    WebhookAlertOptions,
    CompatOptions,
    SigningOptions {}

/** The payloads of the endpoints of all features, by path. */
export type Payloads = PayloadsOfFeatures<typeof everything>

/**
 * Instance of the service, which can be mounted on any host. One with more features is one with fewer, too.
 * @typeParam Own Payloads of the endpoints that the host has added, by path.
 * @typeParam Features Its features. Default: the features of the specification.
 */
export type SpaceData<
  Own = Record<never, never>,
  Features extends readonly AnyFeature[] = typeof specification,
> = Instance<PayloadsOfFeatures<ListOf<Features>> & Own, StartOptions> & ApiOfFeatures<ListOf<Features>>

/**
 * An instance with all features, as `space-data serve` has them.
 * @typeParam Own Payloads of the endpoints that the host has added, by path.
 */
export type WholeSpaceData<Own = Record<never, never>> = SpaceData<Own, typeof everything>

/**
 * Creates an instance. Every option has a default. Without options, the instance has the features of the
 * specification, keeps everything in memory and queries the live providers.
 * @throws InvalidOptionError for an unknown option, an invalid value, an endpoint that cannot be added, or features
 *   that cannot be combined.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { sqlite } from '@space-data/core/sqlite'
 *
 * const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
 * const response = await spaceData.handle(new Request('http://localhost/ref/tiers'))
 */
export function createSpaceData<
  const Own extends readonly Endpoint[] = [],
  const Features extends readonly AnyFeature[] = typeof specification,
>(options: SpaceDataOptions<Own, Features> = {}): SpaceData<PayloadsOf<Own>, Features> {
  const complete = isObject(options) ? { ...options, features: options.features ?? specification } : options
  return createInstance(complete, placed) as never
}

/**
 * Creates an instance like `createSpaceData`, of exactly the named features and what they need: a bundle contains no
 * others. Import space weather from its own entry point, with which a Worker starts with little more than half of the
 * code.
 * @throws InvalidOptionError as `createSpaceData` does.
 * @example
 * import { createService } from '@space-data/core'
 * import { spaceWeather } from '@space-data/core/space-weather'
 *
 * const { data } = await createService({ features: [spaceWeather] }).get('/v1/space-weather/kp')
 */
export function createService<
  const Features extends readonly AnyFeature[],
  const Own extends readonly Endpoint[] = [],
>(
  options: SpaceDataOptions<Own, Features> & { readonly features: Features },
): SpaceData<PayloadsOf<Own>, Features> {
  return createInstance(options, placed) as never
}

/** Features of an instance. A list of unknown length stands for all features. */
type ListOf<Features extends readonly AnyFeature[]> = number extends Features['length']
  ? typeof everything
  : [typeof accounts, ...Features]
