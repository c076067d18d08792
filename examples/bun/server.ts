import { createSpaceData } from '@space-data/core'

const spaceData = createSpaceData()
// Computes the shells each night and verifies the upstreams each week.
spaceData.jobs.start()

Bun.serve({
  port: Number(process.env['PORT'] ?? 3000),
  hostname: '127.0.0.1',
  fetch: (request, server) => spaceData.handle(request, { ip: () => server.requestIP(request)?.address }),
})
