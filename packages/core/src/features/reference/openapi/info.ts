import { SERVICE } from '#kernel/kit/service-name'

/** The `info` object of the document. */
export const INFO = {
  title: SERVICE.title,
  version: SERVICE.version,
  summary: 'Public space data over HTTP: cached, with self-service API keys, and alerts by webhook.',
  description: [
    'Space weather, launches, solar events, orbital elements, TLE groups and the density of catalogued objects in orbital',
    'shells.',
    '',
    '- **Keys**: send the key as `Authorization: Bearer <API_KEY>` or as `x-api-key: <API_KEY>`, or both.',
    '  `POST /v1/keys` issues a free key. Requests count towards the daily quota of the account (UTC),',
    '  whether or not they are served from a cache. 5xx responses are refunded, and so are 304 responses,',
    '  up to the number of requests per day in the quota (but not for `If-None-Match: *`). Paths that',
    '  need no key are limited per network, and so are 401 responses, and 404 and 410 responses for',
    '  unknown paths; beyond the limit, requests are rejected with 429 `rate_limited`.',
    '- **Envelope**: JSON responses with data contain `source`, `fetched_at`, `valid_until` and `data`.',
    '  They are stale after `valid_until`.',
    '- **Errors** are 4xx or 5xx with `{error, message}`; 429 adds `retry_after_seconds`. A path that is',
    '  not in this document responds with 404 `not_found`. On any path, an invalid HTTP request is',
    '  rejected with 400 `malformed_request`, 408 `request_timeout`, 417 `expectation_failed`, 431',
    '  `headers_too_large` or 508 `loop_detected`. A client that prefers HTML (`Accept`) receives the same',
    '  error, status and headers as a page.',
    '- **Versions**: a breaking change gets a new prefix, `/v2` after `/v1`. A path that will be removed',
    '  sends `Deprecation`, `Sunset` and `Link` for at least six calendar months, and responds with 410',
    '  `gone` after that.',
    '- **HEAD** responds like GET, without the body. **OPTIONS** responds with 204 on every path, without',
    '  key or quota, and with `Allow`, `Access-Control-Allow-Methods`, `Access-Control-Allow-Headers` and',
    '  `Access-Control-Max-Age`; on `/v1/keys`, which only pages of this site may use, with `Allow` only.',
    '- **Parameters**: unknown query parameters are ignored. An invalid or repeated value of a known',
    '  parameter is rejected with 400 `invalid_parameter`.',
    '- **HAPI**: `/hapi` and the paths below it, if the operator offers them, follow the HAPI 3.3',
    '  specification: no envelope, errors with a HAPI status, and no unknown parameters.',
    '- **Compatibility**: paths of other services, if the operator offers them, use the formats and the',
    '  errors of these services: no envelope, and text instead of `{error, message}`.',
  ].join('\n'),
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: SERVICE.operator },
}

/** The description of each tag. */
export const TAGS: Readonly<Record<string, string>> = {
  'Space weather': 'Live measurements of the Sun, the solar wind and the planetary K index',
  HAPI: 'Recorded space weather series by the HAPI 3.3 specification, if the operator offers it',
  Launches: 'Upcoming and past launches of all providers',
  People: 'People in space',
  Events: 'Recent solar events',
  Objects: 'Orbital elements of catalogued objects',
  Alerts: 'Events in space weather, launches and the catalogue, to poll or to stream',
  Shells: 'Density of catalogued objects in every 10 km orbital shell, computed nightly',
  TLE: 'Two-line element sets by group',
  Compatibility: 'Paths of other services for their clients, if the operator offers them',
  Webhooks: 'Alerts sent to your own receivers as they happen',
  'Custom shells': 'Density for altitudes, latitudes and objects of your choice, computed nightly',
  Keys: 'Free API keys, and tickets for streams in a browser',
  Reference: 'Lookup tables for codes and units in the data',
  'Speed test': 'Tests of the connection to this server',
  Pages: 'HTML pages, which load no external resources',
  Service: 'Information about this service',
}

/** The two headers in which a key may be sent, and the ticket that replaces it for one stream. */
export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`x-api-key: <API_KEY>`' },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'A ticket of `POST /v1/stream-tickets`, which opens one stream within 60 s',
  },
}
