import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const TYPES = { 1: 'A', 28: 'AAAA' }

/**
 * Starts a name server that changes its mind. `zone` has, by name, a list of answers for each type: the first
 * for the first query and so on, the last for all others; `null` is no answer at all.
 */
export async function nameServer(zone, host, port) {
  const queries = {}
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = questionOf(query)
    const key = `${name} ${TYPES[type]}`
    const number = queries[key] ?? 0
    queries[key] = number + 1
    const answers = zone[name]?.[TYPES[type]]
    const answer = answers?.[Math.min(number, answers.length - 1)]
    if (answer === null) return
    const records = (answer ?? []).map((text) => record(type, text))
    const code = name in zone ? 0 : 3
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(records.length, 6)
    header.fill(0, 8, 12)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return { queries, close: () => socket.close() }
}

function questionOf(query) {
  const labels = []
  let at = 12
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]))
    at += 1 + query[at]
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record that no cache may keep. */
function record(type, text) {
  const data = type === 1 ? Buffer.from(text.split('.').map(Number)) : ipv6(text)
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([head, data])
}

function ipv6(text) {
  const [left, right] = text.split('::').map((half) => half.split(':').filter(Boolean))
  const words = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(words.map((word) => word.padStart(4, '0')).join(''), 'hex')
}
