// Fastify with one route that sends ready bytes: no key, no quota.
import Fastify from 'fastify'
import { announce } from './announce.mjs'
import { bytes, fields, path, status } from './recorded.mjs'

const app = Fastify()
app.get(path, (_request, reply) => reply.code(status).headers(fields).send(bytes))
await app.listen({ port: 0, host: '127.0.0.1' })
announce(app.server.address().port)
