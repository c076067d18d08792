import type { CacheResult } from '../stand-in.ts'
import { drop, expectFaultsFound, status, text } from './faults.ts'

const asks = (part: string) => (it: CacheResult) => it.path.includes(part)
const gp = (query: string) => asks(`gp.php?${query}`)
const TLE = gp('GROUP=stations&FORMAT=TLE')
const WWV = asks('/text/wwv.txt')

expectFaultsFound({
  'compat.tle: TLE without CR': text(TLE, (body) => body.replaceAll('\r', '')),
  'compat.tle: an empty TLE': text(TLE, () => ''),
  'compat.tle: Alpha-5': text(TLE, (body) => body.replace('1 25544', '1 A5544')),
  'compat.nothing: nothing as 200': status(200, gp('GROUP=doctor')),
  'compat.nothing: nothing in other words': text(gp('GROUP=doctor'), () => '{}'),
  'compat.nothing: an empty query as 404': status(404, gp('FORMAT=JSON')),
  'compat.dates: no Last-Modified': drop('last-modified', gp('GROUP=stations&FORMAT=JSON')),
  'compat.not-official: a file without x-notice': drop('x-notice', asks('/noaa-planetary-k-index.json')),
  'compat.not-official: a text as if of NOAA': text(WWV, (body) =>
    body.replace(/^# Made by.*$/m, '# Prepared by NOAA'),
  ),
  'compat.not-official: a text without its indices': text(WWV, (body) =>
    body.replace(/A-index \d+/, 'A-index'),
  ),
})
