import { expect, test } from 'vitest'
import { endpointsOf } from '../../packages/core/src/endpoints/index.ts'
import { compileRoutes } from '../../packages/core/src/http/router.ts'
import { testContext } from '../support/context.ts'

const routes = () => compileRoutes(endpointsOf(testContext().settings, (endpoint) => endpoint))

test('a target that comes twice in a row is taken apart no more', () => {
  const routeOf = routes()
  const target = '/v1/objects/25544'
  const [first, second] = [routeOf(target), routeOf(target)]
  expect(first).toMatchObject({ rawParams: { norad_id: '25544' }, query: '' })
  expect(second).not.toBe(first)
  expect(routeOf('/v1/objects/25545')?.rawParams).toEqual({ norad_id: '25545' })
  expect(routeOf(target)).toBe(second)
})

test('one that comes now and then, or is so long that a key could be in it, is kept nowhere', () => {
  const routeOf = routes()
  const [rare, long] = ['/v1/objects/5', `/v1/objects/5?key=sd_live_${'0'.repeat(36)}`]
  const seen = [rare, '/v1/objects/6', rare, '/v1/objects/6', rare, long, long, long].map(routeOf)
  expect(new Set(seen).size).toBe(seen.length)
})

test('what was checked of a path is not taken for the same path with a query', () => {
  const routeOf = routes()
  const plain = routeOf('/shell/diff')
  if (plain) plain.checked = { endpoint: [...plain.methods.values()][0] as never, params: {} }
  expect(routeOf('/shell/diff?from=1')).toMatchObject({ query: 'from=1' })
  expect(routeOf('/shell/diff?from=1')).not.toHaveProperty('checked')
})
