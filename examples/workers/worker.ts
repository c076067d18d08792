import { createSpaceData } from '@space-data/core'

const spaceData = createSpaceData()

export default {
  fetch: (request, _env, ctx) =>
    spaceData.handle(request, {
      ip: request.headers.get('cf-connecting-ip'),
      waitUntil: (work) => ctx.waitUntil(work),
    }),
} satisfies ExportedHandler
