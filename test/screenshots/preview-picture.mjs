import { deflateSync, inflateSync } from 'node:zlib'
import UPNG from 'upng-js'

/** Size that previews of links expect (Open Graph). */
const [WIDTH, HEIGHT] = [1_200, 630]
/** The background, the planet, two colours of text, and the edges between them. */
const COLOURS = 8

/** The logo, the name and what it is; few colours, so that the picture stays small. */
const PICTURE = `<style>body{margin:0}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui,DejaVu Sans">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0d1017"/>
<g fill="none" stroke="#7a4fd0" stroke-width="10"><circle cx="920" cy="315" r="115" fill="#7a4fd0"/>
<ellipse cx="920" cy="315" rx="250" ry="98" transform="rotate(-32 920 315)"/></g>
<text x="80" y="265" font-size="84" font-weight="700" fill="#e9ecf2">Space-Data</text>
<g font-size="36" fill="#bda2fb"><text x="80" y="345">Space weather, launches,</text>
<text x="80" y="395">orbits and debris as plain JSON</text></g></svg>`

/** Draws the picture that previews of links to the pages show, as a PNG of few colours. */
export async function previewPicture(browser) {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(PICTURE)
  const png = await page.screenshot()
  await page.close()
  const pixels = UPNG.toRGBA8(UPNG.decode(png))
  return packedTighter(Buffer.from(UPNG.encode(pixels, WIDTH, HEIGHT, COLOURS)))
}

/** Returns a PNG whose data zlib has compressed as far as it can: a tenth less than the encoder. */
export function packedTighter(png) {
  const chunks = [...chunksOf(png)]
  const dataOf = ({ type, data }) => (type === 'IDAT' ? [data] : [])
  const packed = deflateSync(inflateSync(Buffer.concat(chunks.flatMap(dataOf))), { level: 9, memLevel: 8 })
  const [first] = chunks.filter(({ type }) => type === 'IDAT')
  const kept = chunks.filter((chunk) => chunk.type !== 'IDAT' || chunk === first)
  const bytes = kept.map((chunk) => (chunk === first ? written('IDAT', packed) : chunk.bytes))
  return Buffer.concat([png.subarray(0, 8), ...bytes])
}

function* chunksOf(png) {
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    yield {
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, end - 4),
      bytes: png.subarray(at, end),
    }
    at = end
  }
}

function written(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(UPNG.crc.crc(body, 0, body.length))
  return Buffer.concat([length, body, sum])
}
