// On the runtime that runs this file: sends webhooks by the built `nodeSender` and prints what came of each.
import process from 'node:process'
import { nodeSender } from '../../../packages/core/dist/node.js'

const { options, urls, timeoutMs } = JSON.parse(process.argv[2])
const sender = nodeSender(options)
const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }

async function outcomeOf(url) {
  try {
    return await sender.send({ url, headers, body: '{"type":"test"}', timeoutMs })
  } catch (error) {
    return { error: error.name, message: error.message }
  }
}

const outcomes = []
for (const url of urls) {
  const startedAt = performance.now()
  const outcome = await outcomeOf(url)
  outcomes.push({ ...outcome, ms: Math.round(performance.now() - startedAt) })
}
console.log(JSON.stringify(outcomes))
