// What most would write: the list as one array, one JSON.stringify, one response.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { announce } from './announce.mjs'

const [file] = process.argv.slice(2)

const server = createServer((_, response) => {
  const lines = readFileSync(file, 'utf8').split('\n').slice(1, -2)
  const objects = lines.map((line) => JSON.parse(line))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ count: objects.length, objects }))
})
server.listen(0, '127.0.0.1', () => announce(server.address().port))
