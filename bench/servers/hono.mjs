// Hono on its own Node adapter with one route that sends ready bytes: no key, no quota.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { announce } from './announce.mjs'
import { bytes, fields, path, status } from './recorded.mjs'

const app = new Hono().get(path, (context) => context.body(bytes, status, fields))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port))
