import { createSpaceData } from '@space-data/core'

const spaceData = createSpaceData()
// Computes the shells each night and verifies the upstreams each week.
spaceData.jobs.start()

Deno.serve({ port: Number(Deno.env.get('PORT') ?? 3000), hostname: '127.0.0.1' }, (request, { remoteAddr }) =>
  spaceData.handle(request, { ip: remoteAddr.hostname }),
)
