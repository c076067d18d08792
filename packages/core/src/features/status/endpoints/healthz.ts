import { probe, succeeded } from '#features/status/endpoints/probe'

/** Reports that the process is alive. A supervisor restarts a process that does not respond. */
export const healthz = probe({
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Whether the process is alive',
  description: 'Always 200, even if the store or the providers fail. For supervisors and containers.',
  problems: [],
  respond: () => succeeded(),
})
