import { compat } from '../../../packages/cli/src/doctor/groups/compat.ts'
import type { CacheResult } from '../stand-in.ts'
import { expectFailedChecks } from './faults.ts'

const at = (query: string) => (served: CacheResult) => served.path.includes(`gp.php?${query}`)
const TLE = at('GROUP=stations&FORMAT=TLE')

const edit = (when: (served: CacheResult) => boolean, change: (served: CacheResult) => void) => {
  return (served: CacheResult) => {
    if (when(served)) change(served)
  }
}

expectFailedChecks([compat], [], { 'none without a fault': () => {} })
expectFailedChecks([compat], ['compat.tle'], {
  'TLE without CR': edit(TLE, (served) => {
    served.body = served.body.replaceAll('\r', '')
  }),
  'an empty TLE': edit(TLE, (served) => {
    served.body = ''
  }),
  'Alpha-5': edit(TLE, (served) => {
    served.body = served.body.replace('1 25544', '1 A5544')
  }),
})
expectFailedChecks([compat], ['compat.nothing'], {
  'nothing as 200': edit(at('GROUP=doctor'), (served) => {
    served.status = 200
  }),
  'nothing in other words': edit(at('GROUP=doctor'), (served) => {
    served.body = '{}'
  }),
  'an empty query as 404': edit(at('FORMAT=JSON'), (served) => {
    served.status = 404
  }),
})
expectFailedChecks([compat], ['compat.dates'], {
  'no Last-Modified': edit(at('GROUP=stations&FORMAT=JSON'), (served) => {
    served.headers.delete('last-modified')
  }),
})
const WWV = ({ path }: CacheResult) => path === '/text/wwv.txt'
expectFailedChecks([compat], ['compat.not-official'], {
  'a file without x-notice': edit(
    ({ path }) => path === '/products/noaa-planetary-k-index.json',
    (served) => {
      served.headers.delete('x-notice')
    },
  ),
  'a text as if of NOAA': edit(WWV, (served) => {
    served.body = served.body.replace(/^# Made by.*$/m, '# Prepared by NOAA')
  }),
  'a text without its indices': edit(WWV, (served) => {
    served.body = served.body.replace(/A-index \d+/, 'A-index')
  }),
})
expectFailedChecks([compat], ['compat.key-in-path'], {
  'a key in the path as 400': edit(
    ({ path }) => path.includes('/tle/25544&apiKey='),
    (served) => {
      served.status = 400
    },
  ),
  'a key after a slash as 404': edit(
    ({ path }) => path.includes('/1/&apiKey='),
    (served) => {
      served.status = 404
    },
  ),
  'what is not held without an error': edit(
    ({ path }) => path.includes('/tle/999999999'),
    (served) => {
      served.body = '{}'
    },
  ),
})
