/**
 * Takes a picture of every page of the built sample server: pnpm screenshots [folder]. With --readme it makes
 * those of the README in docs/pictures/ instead, with a recording of the terminal.
 */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { previewPicture } from './preview-picture.mjs'
import { PROGRAM, startSampleServer } from './sample-server.mjs'
import { terminalRecording } from './terminal-recording.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CHROMIUM = '/usr/bin/chromium'
const PAGES = {
  home: '',
  weather: 'weather',
  debris: 'debris',
  globe: 'globe',
  docs: 'docs',
  status: 'status',
  alerts: 'alerts',
}
const WIDTHS = [1440, 768, 390]
/** How long a page's scripts have to draw, in milliseconds. */
const DRAWN_WITHIN_MS = 2_000

/** The pictures of the README; a globe full of dots is small enough only when it is narrow. */
const README = {
  home: { colorScheme: 'light', width: 1200 },
  weather: { colorScheme: 'light', width: 1200 },
  globe: { colorScheme: 'dark', width: 800 },
}
const README_HEIGHTS = [820, 740, 660, 580, 500]
const README_MAX_BYTES = 150_000
/** The commands of the recording. */
const RECORDED = ['now', 'kp', 'shell 550', 'object 25544']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean', default: false } },
})
const folder = resolve(ROOT, positionals[0] ?? 'screenshots')
const server = await startSampleServer()
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  if (values.readme) await makePictures(resolve(ROOT, 'docs/pictures'))
  else await takeAllPages()
} finally {
  await browser.close()
  await server.stop()
}

async function takeAllPages() {
  await mkdir(folder, { recursive: true })
  for (const [name, path] of Object.entries(PAGES)) await takeAll(name, path)
}

async function takeAll(name, path) {
  for (const colorScheme of ['light', 'dark'])
    for (const width of WIDTHS)
      await withPage(path, { colorScheme, viewport: { width, height: 900 } }, (page) =>
        page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true }),
      )
  await withPage(path, { javaScriptEnabled: false, viewport: { width: 1440, height: 900 } }, (page) =>
    page.screenshot({ path: `${folder}/${name}-1440-light-no-script.png`, fullPage: true }),
  )
}

async function withPage(path, options, use) {
  const context = await browser.newContext({ colorScheme: 'light', ...options })
  const page = await context.newPage()
  await page.goto(`${server.origin}/${path}`)
  if (options.javaScriptEnabled !== false) await page.waitForTimeout(DRAWN_WITHIN_MS)
  const result = await use(page)
  await context.close()
  return result
}

async function makePictures(pictures) {
  await mkdir(pictures, { recursive: true })
  for (const [name, { colorScheme, width }] of Object.entries(README)) {
    const viewport = { width, height: README_HEIGHTS[0] }
    const png = await withPage(PAGES[name], { colorScheme, viewport }, smallEnough)
    await writeFile(`${pictures}/${name}.png`, png)
    console.log(`docs/pictures/${name}.png: ${png.byteLength} bytes`)
  }
  await writeFile(resolve(ROOT, 'packages/browser/pictures/preview.png'), await previewPicture(browser))
  const takes = []
  for (const args of RECORDED) takes.push(await runCommand(args))
  await writeFile(`${pictures}/terminal.svg`, terminalRecording(takes))
}

async function runCommand(args) {
  const command = [PROGRAM, ...args.split(' '), '--sample', '--store', server.store]
  const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: '100' }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return { command: `space-data ${args}`, output: stdout }
}

/** Returns the picture of the tallest part of the page's top that has at most 150 kB. */
async function smallEnough(page) {
  for (const height of README_HEIGHTS) {
    const { width } = page.viewportSize()
    const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
    if (png.byteLength <= README_MAX_BYTES) return png
  }
  throw new Error(`${page.url()}: no picture of at most ${README_MAX_BYTES} bytes`)
}
