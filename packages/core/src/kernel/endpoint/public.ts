export type { Cost, CostCall, CostClass } from '#endpoint/cost'
export type { Checked, DataEndpoint, SchemaOf, TypedEndpoint } from '#endpoint/data-endpoint'
export type { Access, Endpoint, Parameters, Success } from '#endpoint/endpoint'
export { fromMeasurement } from '#endpoint/measured'
export { dataEndpoint, textEndpoint } from '#endpoint/own-endpoint'
export { optional } from '#endpoint/query-parameters'
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
} from '#endpoint/schemas'
export { type Facts, fromFeed, fromFeeds, fromStatic, type Source } from '#endpoint/source'
export type { TextData, TextEndpoint, TextSource } from '#endpoint/text-endpoint'
export { days, hours, iso, minutes, parseUtc, seconds } from '#kit/time'
export { ShapeError } from '#upstreams/parse/shape'
export type { FeedProvider, OwnProvider, Terms } from '#upstreams/providers'
export {
  type Budget,
  type Implausibility,
  type Measured,
  measured,
  type Upstream,
  type UpstreamResponse,
  type UpstreamVerdict,
  upstream,
} from '#upstreams/upstream'
