import type { Endpoint } from '#endpoint/endpoint'
import { probe, succeeded } from '#site/status/endpoints/probe'

/** Whether the process is alive: it answers, so it is. A supervisor restarts one that does not. */
export const healthz: Endpoint = probe({
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  description: 'Always 200, whatever the store and the providers do. For supervisors and containers.',
  problems: [],
  respond: () => succeeded(),
})
