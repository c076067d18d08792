// The answer that every server here gives: status, header fields and bytes as `space-data serve` sent them
// once.
import { readFileSync } from 'node:fs'

const { path, status, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))

export { path, status }
/** Names and values in turns, as `writeHead` takes them fastest. */
export const flat = headers.flat()
/** By name, as frameworks take them. */
export const fields = Object.fromEntries(headers)
export const bytes = Buffer.from(body, 'base64')
