import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { start } from '../../support/child.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

const MIB = 1_024 * 1_024
const CHILD = fileURLToPath(new URL('./upstream-bomb.child.mjs', import.meta.url))
const UNPACKED_MIB = 512

function* zeros(mib: number) {
  const block = Buffer.alloc(MIB)
  for (let i = 0; i < mib; i += 1) yield block
}

test('a gzip bomb, packed once and three times, takes a small part of the memory that it unpacks to', {
  timeout: 300_000,
}, async () => {
  const packed = await buffer(Readable.from(zeros(UNPACKED_MIB)).pipe(createGzip({ level: 1 })))
  const thrice = gzipSync(gzipSync(packed))
  const harmless = gzipSync(`[${' '.repeat(MIB / 2)}]`)
  const bombs: Record<string, [encoding: string, body: Buffer]> = {
    '/json/planetary_k_index_1m.json': ['gzip', packed],
    '/json/rtsw/rtsw_wind_1m.json': ['gzip, gzip, gzip', thrice],
    '/NORAD/elements/gp.php': ['gzip', packed],
  }
  const server = createServer(({ url = '' }, response) => {
    const [encoding, body] = bombs[url.replace(/\?.*/, '')] ?? ['gzip', harmless]
    response.setHeader('content-encoding', encoding)
    response.on('error', () => {}).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [path, cap] of [
    ['/v1/space-weather/kp', 'cap 4 MiB'],
    ['/v1/space-weather/wind', 'packed three times, cap 8 MiB'],
    ['/v1/tle/stations', 'cap 12 MiB'],
  ] as const) {
    await using asking = start(process.execPath, ['--expose-gc', CHILD, origin, path])
    const [, status, grew] = await asking.says(/(\d+) grew by ([\d.]+) MiB/, 2 * PATIENCE_MS)
    console.log(`FIGURE gzip bomb of ${UNPACKED_MIB} MiB, ${path} (${cap}): ${status}, memory +${grew} MiB`)
    expect(status).toBe('502')
    expect(Number(grew)).toBeLessThan(UNPACKED_MIB / 13)
  }
})
