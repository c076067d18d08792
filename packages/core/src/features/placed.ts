/**
 * Rows that documents list elsewhere than with their feature, each with the row that it follows. New rows need
 * no entry.
 */
export const placed: Readonly<Record<string, string>> = {
  'GET /v1/events/recent': 'GET /v1/people',
  'GET /v1/tle/{group}': 'GET /v1/reports/{month}',
  'GET /ref/tiers': 'GET /ref/endpoints',
  'GET /ref/tle-groups': 'GET /ref/tiers',
  'GET /ref/shells': 'GET /ref/tle-groups',
  'GET /ref/scales': 'GET /ref/shells',
  'GET /ref/flare-classes': 'GET /ref/scales',
  'GET /ref/units': 'GET /ref/sources',
  'GET /ref/event-kinds': 'GET /ref/units',
  'GET /ref/launch-statuses': 'GET /ref/event-kinds',
  'GET /ref/alert-types': 'GET /ref/launch-statuses',
  'GET /openapi.json': 'GET /v1/speedtest/info',
  'GET /.well-known/api-catalog': 'GET /preview.png',
  'GET /.well-known/security.txt': 'GET /.well-known/api-catalog',
}
