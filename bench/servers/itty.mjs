// itty-router's AutoRouter behind an adapter, with native Response: no key, no quota.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Router } from 'itty-router'
import { announce } from './announce.mjs'
import { bytes, fields, path, status } from './recorded.mjs'

const router = Router()
router.get(path, () => new Response(bytes, { status, headers: fields }))
const server = createServer(
  getRequestListener((request) => router.fetch(request), { overrideGlobalObjects: false }),
)
server.listen(0, '127.0.0.1', () => announce(server.address().port))
