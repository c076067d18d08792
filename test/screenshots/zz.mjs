import { chromium } from 'playwright-core'

const [, , url, out, w = '1440', scheme = 'light', full = 'yes', zone = 'Europe/Berlin'] = process.argv
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const c = await b.newContext({
  viewport: { width: Number(w), height: 900 },
  colorScheme: scheme,
  timezoneId: zone,
})
const p = await c.newPage()
p.on('console', (m) => console.log(m.text()))
p.on('pageerror', (e) => console.log(e.message))
await p.goto(url)
await p.waitForTimeout(800)
await p.screenshot({ path: out, fullPage: full === 'yes' })
await b.close()
