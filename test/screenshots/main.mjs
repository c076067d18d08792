/**
 * Takes a picture of every page: pnpm screenshots [folder] [--page <name>]. The built sample server is shown
 * at three widths, light and dark, and without script; then a server before its first data, and one whose
 * space weather cannot be reached. With --readme it makes the pictures of the documentation in docs/pictures/
 * instead, with a recording of the terminal.
 */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { previewPicture } from './preview-picture.mjs'
import { PROGRAM, startSampleServer } from './sample-server.mjs'
import { startServerWithout } from './server-without.mjs'
import { terminalRecording } from './terminal-recording.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CHROMIUM = '/usr/bin/chromium'
const PAGES = {
  home: '',
  weather: 'weather',
  'weather-27d': 'weather?span=27d',
  launches: 'launches',
  events: 'events',
  sky: 'sky?latitude=48.14&longitude=11.58',
  debris: 'debris',
  globe: 'globe',
  docs: 'docs',
  status: 'status',
  alerts: 'alerts',
  hapi: 'hapi',
}
const WIDTHS = [1440, 768, 390]
/** How long a page's scripts have to draw, in milliseconds. */
const DRAWN_WITHIN_MS = 2_000

/** The pictures of the documentation; a globe full of dots is small enough only as JPEG. */
const PICTURES = {
  home: { colorScheme: 'light', file: 'home.png' },
  weather: { colorScheme: 'light', file: 'weather.png', part: '#plots' },
  globe: { colorScheme: 'dark', file: 'globe.jpg' },
  sky: { colorScheme: 'dark', file: 'sky.png' },
}
const PICTURE_WIDTH = 1_200
const PICTURE_HEIGHTS = [820, 740, 660, 580, 500]
const PICTURE_MAX_BYTES = 150_000
const JPEG = { type: 'jpeg', quality: 60 }
/** The commands of the recording. */
const RECORDED = ['now', 'kp', 'shell 550', 'object 25544']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { readme: { type: 'boolean', default: false }, page: { type: 'string', multiple: true } },
})
const folder = resolve(ROOT, positionals[0] ?? 'screenshots')
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  if (values.readme) await withServer(startSampleServer, (server) => makePictures(server))
  else await takeAllPages()
} finally {
  await browser.close()
}

async function withServer(start, use) {
  const server = await start()
  try {
    await use(server)
  } finally {
    await server.stop()
  }
}

async function takeAllPages() {
  await mkdir(folder, { recursive: true })
  const pages = Object.entries(PAGES).filter(([name]) => values.page?.includes(name) ?? true)
  await withServer(startSampleServer, async ({ origin }) => {
    for (const [name, path] of pages) await takeAll(`${origin}/${path}`, name)
  })
  const states = { 'no-data': () => true, 'feed-down': (url) => url.hostname.endsWith('swpc.noaa.gov') }
  for (const [state, isAway] of Object.entries(states))
    await withServer(
      () => startServerWithout(isAway),
      async ({ origin }) => {
        for (const [name, path] of pages)
          for (const width of [WIDTHS[0], WIDTHS.at(-1)])
            await take(`${origin}/${path}`, `${name}-${width}-light-${state}`, {
              viewport: { width, height: 900 },
            })
      },
    )
}

async function takeAll(url, name) {
  for (const colorScheme of ['light', 'dark'])
    for (const width of WIDTHS)
      await take(url, `${name}-${width}-${colorScheme}`, { colorScheme, viewport: { width, height: 900 } })
  const viewport = { width: WIDTHS[0], height: 900 }
  await take(url, `${name}-${WIDTHS[0]}-light-no-script`, { javaScriptEnabled: false, viewport })
}

async function take(url, name, options) {
  await withPage(url, options, (page) => page.screenshot({ path: `${folder}/${name}.png`, fullPage: true }))
}

async function withPage(url, options, use) {
  const context = await browser.newContext({ colorScheme: 'light', ...options })
  const page = await context.newPage()
  await page.goto(url)
  if (options.javaScriptEnabled !== false) {
    await page.waitForTimeout(DRAWN_WITHIN_MS)
    // The globe is a still picture until its script has placed all objects.
    await page.waitForSelector('#globe > img', { state: 'detached' })
  }
  const result = await use(page)
  await context.close()
  return result
}

async function makePictures({ origin, store }) {
  const pictures = resolve(ROOT, 'docs/pictures')
  await mkdir(pictures, { recursive: true })
  for (const [name, { colorScheme, file, part = '' }] of Object.entries(PICTURES)) {
    const viewport = { width: PICTURE_WIDTH, height: PICTURE_HEIGHTS[0] }
    const format = file.endsWith('.jpg') ? JPEG : {}
    const url = `${origin}/${PAGES[name]}${part}`
    const picture = await withPage(url, { colorScheme, viewport }, (page) => smallEnough(page, format))
    await writeFile(`${pictures}/${file}`, picture)
    console.log(`docs/pictures/${file}: ${picture.byteLength} bytes`)
  }
  await writeFile(resolve(ROOT, 'packages/browser/pictures/preview.png'), await previewPicture(browser))
  const takes = []
  for (const args of RECORDED) takes.push(await runCommand(args, store))
  await writeFile(`${pictures}/terminal.svg`, terminalRecording(takes))
}

async function runCommand(args, store) {
  const command = [PROGRAM, ...args.split(' '), '--sample', '--store', store]
  const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: '100' }
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return { command: `space-data ${args}`, output: stdout }
}

/** Returns the tallest picture of at most 150 kB, of the page from where it is scrolled to. */
async function smallEnough(page, format) {
  for (const height of PICTURE_HEIGHTS) {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: PICTURE_WIDTH, height }, ...format })
    if (picture.byteLength <= PICTURE_MAX_BYTES) return picture
  }
  throw new Error(`${page.url()}: no picture of at most ${PICTURE_MAX_BYTES} bytes`)
}
