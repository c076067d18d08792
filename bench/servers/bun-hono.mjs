// Hono on Bun.serve with one route that sends ready bytes: no key, no quota.
import { Hono } from 'hono'
import { announce } from './announce.mjs'
import { bytes, fields, path, status } from './recorded.mjs'

const app = new Hono().get(path, (context) => context.body(bytes, status, fields))
announce(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch }).port)
