export { type Checked, type DataEndpoint, dataEndpoint, type TypedEndpoint } from '#declare/data-endpoint'
export type { Access, Endpoint, Parameters, Success } from '#declare/endpoint'
export { fromMeasurement } from '#declare/measured'
export { optional } from '#declare/query-parameters'
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
} from '#declare/schemas'
export { type Facts, fromFeed, fromFeeds, fromStatic, type Source } from '#declare/source'
export { type TextData, type TextEndpoint, type TextSource, textEndpoint } from '#declare/text-endpoint'
export { days, hours, iso, minutes, parseUtc, seconds } from '#time'
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
