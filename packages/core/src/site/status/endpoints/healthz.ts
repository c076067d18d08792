import type { Endpoint } from '#endpoint/endpoint'
import type { SiteContext } from '#site/context'
import { probe, succeeded } from '#site/status/endpoints/probe'

/** Reports that the process is alive. A supervisor restarts a process that does not respond. */
export const healthz: Endpoint<SiteContext> = probe({
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  description: 'Always 200, even if the store or the providers fail. For supervisors and containers.',
  problems: [],
  respond: () => succeeded(),
})
