import UPNG from 'upng-js'

/** Size that previews of links expect (Open Graph). */
const [WIDTH, HEIGHT] = [1_200, 630]
const COLOURS = 16

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
  return Buffer.from(UPNG.encode(pixels, WIDTH, HEIGHT, COLOURS))
}
