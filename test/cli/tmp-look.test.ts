import { test } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
test('look', async () => {
  const get = async (u: string, t: string) => (await sampleFetch(() => new Date(t))(u)).json() as any
  const S = 'https://services.swpc.noaa.gov'
  for (const h of ['15:05','16:30','16:45','17:40','19:00','21:00','23:02','00:22','01:25','03:30','06:00','10:45','11:46','14:59']) {
    const t = `2026-11-21T${h}:00Z`
    const kp = (await get(S + '/json/planetary_k_index_1m.json', t)).at(-1)
    const w = (await get(S + '/json/rtsw/rtsw_wind_1m.json', t)).find((r: any) => r.active)
    const m = (await get(S + '/json/rtsw/rtsw_mag_1m.json', t)).find((r: any) => r.active)
    const x = (await get(S + '/json/goes/primary/xrays-6-hour.json', t)).slice(-2)
    const p = (await get(S + '/json/goes/primary/integral-protons-6-hour.json', t)).slice(-8)
    const f = (await get(S + '/json/goes/primary/xray-flares-7-day.json', t)).at(-1)
    console.log(h, kp.kp, kp.estimated_kp, w.proton_speed, w.proton_density, m.bt, m.bz_gsm, x[1].flux, x[0].flux, x[0].electron_contaminaton, p.map((r: any) => r.flux.toFixed(2)).join(' '), f.max_class, f.begin_class, f.end_class, f.max_xrlong)
  }
  for (const u of ['/json/rtsw/rtsw_wind_1m.json', '/json/rtsw/rtsw_mag_1m.json']) for (let i = 0; i < 6; i++) {
    const a = performance.now(); const b = await (await sampleFetch(() => new Date())(S + u)).text(); console.log(u, (performance.now() - a).toFixed(1), b.length, JSON.parse(b).length)
  }
  console.log(await (await sampleFetch(() => new Date())(S + '/json/rtsw/rtsw_wind_1m.json')).text().then(t => t.slice(0, 1800)))
  console.log(await (await sampleFetch(() => new Date())(S + '/products/geospace/propagated-solar-wind-1-hour.json')).text().then(t => t.slice(0, 500)))
  console.log(await get(S + '/products/noaa-planetary-k-index.json', '2026-11-21T00:30:00Z').then(r => [r.length, r[0], r.at(-1)]))
  console.log(await get(S + '/products/summary/solar-wind-speed.json', '2026-11-21T00:30:00Z'), await get(S + '/products/summary/solar-wind-mag-field.json', '2026-11-21T00:30:00Z'))
  const C = 'https://celestrak.org/NORAD/elements/gp.php?'
  for (const g of ['stations','active','weather','gps-ops','geo','starlink','fengyun-1c-debris','cosmos-2251-debris','visual','last-30-days','resource','nope']) {
    const r = await sampleFetch(() => new Date())(C + 'GROUP=' + g); const t = await r.text(); console.log(g, r.status, t.split('\r\n').length - 2, t.split('\r\n')[1])
  }
  let n = 0; for (let y = 1957; y <= 2026; y++) { const r = await sampleFetch(() => new Date())(C + 'FORMAT=json&INTDES=' + y); if (r.ok) n += ((await r.json()) as any).length }
  console.log('whole', n)
  const D = 'https://kauai.ccmc.gsfc.nasa.gov/DONKI/WS/get/'
  for (const k of ['CME','FLR','SEP']) for (const t of ['2026-11-21T15:00:00Z','2026-11-21T14:59:00Z']) { const r = await get(D + k, t); console.log(k, t, r.length, r.map((e: any) => (e.activityID ?? e.flrID ?? e.sepID) + (e.classType ?? '')).join(' ')) }
  console.log(JSON.stringify((await get(D + 'CME', '2026-11-21T15:00:00Z'))[0], null, 1), JSON.stringify((await get(D + 'FLR?startDate=2026-11-19', '2026-11-21T15:00:00Z'))[0], null, 1))
  const l = await get('https://ll.thespacedevs.com/2.3.0/launches/upcoming/?limit=100', '2026-11-21T15:00:00Z')
  for (const x of l.results) console.log(x.net, x.status.abbrev, x.net_precision?.abbrev, x.name, x.pad?.name, x.id)
  console.log(JSON.stringify(l.results[2]).slice(0, 1500), l.count, l.next)
})
