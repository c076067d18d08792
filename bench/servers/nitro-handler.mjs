// The handler that nitro.mjs builds into a server: Nitro's own cache around a route, without a key or a
// quota.

import { readFileSync } from 'node:fs'
import { defineCachedEventHandler } from 'nitropack/runtime'

const { headers, body } = JSON.parse(readFileSync(process.env.RECORDED, 'utf8'))
const text = Buffer.from(body, 'base64').toString()

export default defineCachedEventHandler(
  (event) => {
    for (const [name, value] of headers) event.node.res.setHeader(name, value)
    return text
  },
  { maxAge: 3_600 },
)
