// `@space-data/core/endpoint`. What a host needs to declare its own endpoints.

export { dataEndpoint, textEndpoint } from '#features/reference/own-endpoint'
export type { Cost, CostCall, CostClass } from '#kernel/endpoint/cost'
export type { Checked, DataEndpoint, SchemaOf, TypedEndpoint } from '#kernel/endpoint/data-endpoint'
export type { Access, Endpoint, Parameters, Success } from '#kernel/endpoint/endpoint'
export { fromMeasurement } from '#kernel/endpoint/measured'
export { optional } from '#kernel/endpoint/query-parameters'
export {
  count,
  instant,
  named,
  oneOf,
  orNull,
  quantity,
  sourceLabel,
  text,
  wholeNumber,
} from '#kernel/endpoint/schemas'
export { type Facts, fromFeed, fromFeeds, fromStatic, type Source } from '#kernel/endpoint/source'
export type { TextData, TextEndpoint, TextSource } from '#kernel/endpoint/text-endpoint'
export { days, hours, iso, minutes, parseUtc, seconds } from '#kernel/kit/time'
export { ShapeError } from '#kernel/upstreams/parse/shape'
export type { FeedProvider, OwnProvider, Terms } from '#kernel/upstreams/providers'
export {
  type Budget,
  type Implausibility,
  type Measured,
  measured,
  type Upstream,
  type UpstreamResponse,
  type UpstreamVerdict,
  upstream,
} from '#kernel/upstreams/upstream'
