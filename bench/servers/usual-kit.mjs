// What one writes first: a router, the key hashed by subtle crypto, a counter by keyv's get and set, JSON
// made per request.

import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Router } from 'itty-router'
import Keyv from 'keyv'
import { announce } from './announce.mjs'
import { bytes, fields, path, status } from './recorded.mjs'

const keyv = new Keyv()
const data = JSON.parse(bytes)
const router = Router()
router.get(path, async (request) => {
  const secret = new TextEncoder().encode(request.headers.get('x-api-key'))
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', secret)).toString('hex')
  const used = ((await keyv.get(hash)) ?? 0) + 1
  await keyv.set(hash, used)
  return new Response(`${JSON.stringify(data)}\n`, { status, headers: fields })
})
const server = createServer(
  getRequestListener((request) => router.fetch(request), { overrideGlobalObjects: false }),
)
server.listen(0, '127.0.0.1', () => announce(server.address().port))
