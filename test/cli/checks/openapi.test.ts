import { at, expectFailedChecks, json, KP, put } from './faults.ts'

expectFailedChecks([
  ['no fault at all', () => {}, []],
  // The document.
  [
    'a document of 3.0',
    json('/openapi.json', (body) => {
      body.openapi = '3.0.3'
    }),
    ['openapi.document'],
  ],
  [
    'a path that the document lacks',
    json('/openapi.json', (body) => {
      delete body.paths['/ref/units']
    }),
    ['openapi.paths'],
  ],
  [
    'a status that it lacks',
    json('/openapi.json', (body) => {
      delete body.paths['/v1/keys'].post.responses['415']
    }),
    ['openapi.statuses'],
  ],
  ['a header that it lacks', put('x-debug', 'yes', at('/ref/tiers')), ['openapi.headers']],
  [
    'a member that it lacks',
    json('/v1/space-weather/wind', (body) => {
      body.data.extra = 1
    }),
    ['openapi.bodies'],
  ],
  [
    'a value out of its range',
    json(KP, (body) => {
      body.data.kp = 42
    }),
    ['openapi.bodies'],
  ],
  [
    'a member of another type',
    json('/v1/launches/upcoming', (body) => {
      body.data.count = 'two'
    }),
    ['openapi.bodies'],
  ],
])
