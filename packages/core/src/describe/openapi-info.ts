/** What the document says of the interface as a whole. */
export const INFO = {
  title: 'Space-Data',
  version: '0.1.0',
  summary: 'Public space-data records over HTTP: read-only, cached, with self-issued keys.',
  description: [
    'Space weather, launches, events, orbital elements, TLE groups and the debris of orbital shells.',
    '',
    '- **Keys**: paths that need one take it as `Authorization: Bearer <API_KEY>` or as',
    '  `x-api-key: <API_KEY>`; sending both is no error. `POST /v1/keys` issues a free one. Requests count by',
    '  account and UTC day, whatever the cache did; 5xx are given back, and 304 as often as the day has requests',
    '  (`If-None-Match: *` never). Paths without a key are limited per network, and so are answers of 401, and of 404',
    '  for what is no path: more than that are 429 `rate_limited`.',
    '- **Envelope**: JSON answers with data hold `source`, `fetched_at`, `valid_until` and `data`. They are',
    '  stale after `valid_until`.',
    '- **Failures** are 4xx or 5xx with `{error, message}`, and `retry_after_seconds` when they are 429.',
    '  What is no path of this document is 404 `not_found`. Before any path is looked at, a request may be',
    '  refused as what it is in HTTP: 400 `malformed_request`, 408 `request_timeout`, 417 `expectation_failed`,',
    '  431 `headers_too_large`, 508 `loop_detected`.',
    '- **HEAD** answers like GET, without the body. **OPTIONS** answers 204 on every path, without key and',
    '  quota, with `Allow`, `Access-Control-Allow-Methods`, `Access-Control-Allow-Headers` and',
    '  `Access-Control-Max-Age`; on `/v1/keys`, which is for pages of this site alone, with `Allow` only.',
    '- **Parameters**: unknown ones in the query are ignored; a bad value of a known one, or two values,',
    '  are 400 `invalid_parameter`.',
  ].join('\n'),
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'The operator of this instance' },
}

/** What each tag of the table stands for. */
export const TAGS: Readonly<Record<string, string>> = {
  'Space weather': 'Live measurements of the Sun and the solar wind, and the planetary K index',
  Launches: 'What will be launched next',
  Events: 'What happened on the Sun',
  Objects: 'Orbital elements of catalogued objects',
  Shells: 'Debris density of every 10 km orbital shell, computed nightly',
  TLE: 'Two-line element sets by group',
  Keys: 'Self-issued API keys',
  Reference: 'Tables that the data refer to',
  'Speed test': 'Measures the connection to this service',
  Service: 'The service about itself',
}

/** A key may be sent in either header. */
export const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: '`x-api-key: <API_KEY>`' },
}
