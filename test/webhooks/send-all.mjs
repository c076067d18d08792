// On the runtime that runs this file: sends webhooks by the built `nodeSender` and prints what came of each.
import process from 'node:process'
import { nodeSender } from '../../packages/core/dist/node.js'

const { options, requests } = JSON.parse(process.argv[2])
const sender = nodeSender(options)
const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }

async function outcomeOf(request) {
  try {
    return await sender.send({ ...request, headers, body: '{"type":"test"}' })
  } catch (error) {
    return { error: error.name, message: error.message }
  }
}

const outcomes = []
for (const request of requests) outcomes.push(await outcomeOf(request))
console.log(JSON.stringify(outcomes))
// On Deno the time limit of a request that is over would keep the process alive.
process.exit()
