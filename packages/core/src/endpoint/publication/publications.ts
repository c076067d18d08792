import { declareEndpoint } from '#endpoint/declare-endpoint'
import type { Endpoint } from '#endpoint/endpoint'
import type { Publication, Publications } from '#endpoint/publication/publication'
import { Problem } from '#kit/problem'

const first: Publication = { since: { version: '0.1.0', date: null } }

/**
 * Every operation that was ever published; docs/versioning.md has the rules. The row of one that was removed
 * stays, so that its path answers 410.
 */
export const published: Publications = {
  'POST /v1/keys': first,
  'GET /v1/space-weather/kp': first,
  'GET /v1/space-weather/wind': first,
  'GET /v1/space-weather/mag': first,
  'GET /v1/space-weather/xray': first,
  'GET /v1/space-weather/proton': first,
  'GET /v1/space-weather/kp/series': first,
  'GET /v1/space-weather/wind/series': first,
  'GET /v1/space-weather/mag/series': first,
  'GET /v1/space-weather/xray/series': first,
  'GET /v1/space-weather/proton/series': first,
  'GET /v1/space-weather/kp/gfz': first,
  'GET /v1/space-weather/kp/gfz/series': first,
  'GET /v1/space-weather/stream': first,
  'GET /v1/launches/upcoming': first,
  'GET /v1/launches/previous': first,
  'GET /v1/launches/{launch_id}': first,
  'GET /v1/launches.ics': first,
  'GET /v1/people': first,
  'GET /v1/events/recent': first,
  'GET /v1/objects/{norad_id}': first,
  'GET /shell/density/{alt}': first,
  'GET /shell/diff': first,
  'GET /shell/history': first,
  'GET /v1/reports': first,
  'GET /v1/reports/{month}': first,
  'GET /v1/tle/{group}': first,
  'GET /ref': first,
  'GET /ref/endpoints': first,
  'GET /ref/tiers': first,
  'GET /ref/tle-groups': first,
  'GET /ref/shells': first,
  'GET /ref/scales': first,
  'GET /ref/flare-classes': first,
  'GET /ref/errors': first,
  'GET /ref/sources': first,
  'GET /ref/units': first,
  'GET /ref/event-kinds': first,
  'GET /ref/launch-statuses': first,
  'GET /v1/speedtest/ping': first,
  'GET /v1/speedtest/down': first,
  'POST /v1/speedtest/up': first,
  'GET /v1/speedtest/info': first,
  'GET /v1/alerts': first,
  'GET /v1/alerts/stream': first,
  'GET /v1/alerts.atom': first,
  'GET /alerts': first,
  'GET /openapi.json': first,
  'GET /status': first,
  'GET /status.svg': first,
  'GET /healthz': first,
  'GET /readyz': first,
  'GET /': first,
  'GET /weather': first,
  'GET /launches': first,
  'GET /events': first,
  'GET /sky': first,
  'GET /debris': first,
  'GET /globe': first,
  'GET /globe/objects': first,
  'GET /globe/still.svg': first,
  'GET /docs': first,
  'GET /assets/{file}': first,
  'GET /favicon.ico': first,
  'GET /robots.txt': first,
  'GET /preview.png': first,
  'GET /.well-known/api-catalog': first,
  'GET /.well-known/security.txt': first,
  'GET /.well-known/http-message-signatures-directory': first,
  'GET /ref/alert-types': first,
  'POST /v1/webhooks': first,
  'GET /v1/webhooks': first,
  'GET /v1/webhooks/{webhook_id}': first,
  'PATCH /v1/webhooks/{webhook_id}': first,
  'DELETE /v1/webhooks/{webhook_id}': first,
  'POST /v1/webhooks/{webhook_id}/test': first,
  'POST /v1/webhooks/{webhook_id}/rotate': first,
  'GET /v1/webhooks/{webhook_id}/deliveries': first,
  'POST /v1/webhooks/{webhook_id}/replay': first,
  'POST /v1/shells': first,
  'GET /v1/shells': first,
  'GET /v1/shells/{shell_id}': first,
  'DELETE /v1/shells/{shell_id}': first,
  'GET /v1/shells/{shell_id}/density': first,
  'GET /v1/shells/{shell_id}/history': first,
  'GET /v1/shells/{shell_id}/diff': first,
  'GET /shell/objects': first,
  'GET /shell/profile': first,
  'GET /v1/objects': first,
  'GET /v1/objects/{norad_id}/history': first,
  'GET /v1/objects/{norad_id}/position': first,
  'GET /v1/objects/{norad_id}/passes': first,
  'GET /v1/passes': first,
  'GET /v1/passes.ics': first,
  'GET /v1/above': first,
  'GET /v1/sun-moon': first,
  'GET /v1/space-weather/kp/forecast': first,
  'GET /v1/space-weather/aurora': first,
  'GET /v1/space-weather/aurora/grid': first,
  'GET /v1/space-weather/absorption': first,
  'GET /v1/space-weather/absorption/grid': first,
  'GET /v1/space-weather/notices': first,
  'GET /v1/space-weather/discussion': first,
  'GET /v1/space-weather/3-day-forecast': first,
  'GET /v1/space-weather/current': first,
  'GET /v1/space-weather/electrons': first,
  'GET /v1/space-weather/flux': first,
  'GET /v1/space-weather/sunspots': first,
  'GET /v1/space-weather/a-index': first,
  'GET /v1/space-weather/electrons/series': first,
  'GET /v1/space-weather/flux/series': first,
  'GET /v1/space-weather/sunspots/series': first,
  'GET /v1/space-weather/a-index/series': first,
  'GET /v1/space-weather/scales': first,
  'GET /v1/space-weather/probabilities': first,
  'GET /v1/space-weather/regions': first,
  'GET /v1/space-weather/outlook': first,
  'GET /v1/space-weather/arrivals': first,
  'GET /hapi': first,
  'GET /hapi/about': first,
  'GET /hapi/capabilities': first,
  'GET /hapi/catalog': first,
  'GET /hapi/info': first,
  'GET /hapi/data': first,
  'GET /NORAD/elements/gp.php': first,
  'GET /NORAD/elements/{name}.txt': first,
  'GET /pub/satcat.csv': first,
  'GET /satcat/records.php': first,
  'GET /json/{file}': first,
  'GET /json/goes/primary/{file}': first,
  'GET /json/rtsw/{file}': first,
  'GET /products/{file}': first,
  'GET /products/summary/{file}': first,
  'GET /products/solar-wind/{file}': first,
  'GET /text/{file}': first,
  'GET /astros.json': first,
  'GET /iss-now.json': first,
  'GET /iss-pass.json': first,
}

/** Endpoints with their rows of the table. */
export function withPublications(
  endpoints: readonly Endpoint[],
  table: Publications = published,
): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const publication = table[`${endpoint.method} ${endpoint.path}` as keyof Publications]
    return publication ? { ...endpoint, publication } : endpoint
  })
}

/** Endpoints for the rows of operations that were removed, so that their paths are 410 instead of 404. */
export function retiredEndpoints(
  endpoints: readonly Endpoint[],
  table: Publications = published,
): readonly Endpoint[] {
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  return Object.entries(table)
    .filter(([operation, { deprecation }]) => deprecation?.sunset !== undefined && !served.has(operation))
    .map(([operation, publication]) => retired(operation, publication))
}

function retired(operation: string, publication: Publication): Endpoint {
  const [method, path] = operation.split(' ') as [Endpoint['method'], string]
  return declareEndpoint({
    method,
    path,
    operationId: '',
    summary: 'Removed',
    tag: 'Service',
    access: 'public',
    success: { status: 204, description: 'None', content: {} },
    problems: ['gone'],
    publication,
    respond: () => {
      throw new Problem('gone')
    },
  })
}
