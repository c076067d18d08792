import { expect, test } from 'vitest'
import { endpointsOf } from '../../packages/core/src/host/endpoint-table.ts'
import { compileRoutes } from '../../packages/core/src/http/router.ts'
import { testContext } from '../support/context.ts'

const routes = () => compileRoutes(endpointsOf(testContext().settings, (endpoint) => endpoint))

test('a target that comes twice in a row is parsed no more', () => {
  const findRoute = routes()
  const target = '/v1/objects/25544'
  const [first, second] = [findRoute(target), findRoute(target)]
  expect(first).toMatchObject({ rawParams: { norad_id: '25544' }, query: '' })
  expect(second).not.toBe(first)
  expect(findRoute('/v1/objects/25545')?.rawParams).toEqual({ norad_id: '25545' })
  expect(findRoute(target)).toBe(second)
})

test('a target that comes now and then, or is long enough to contain a key, is not cached', () => {
  const findRoute = routes()
  const [rare, long] = ['/v1/objects/5', `/v1/objects/5?key=sd_live_${'0'.repeat(36)}`]
  const seen = [rare, '/v1/objects/6', rare, '/v1/objects/6', rare, long, long, long].map(findRoute)
  expect(new Set(seen).size).toBe(seen.length)
})

test('parameters checked for a path are not reused for the same path with a query', () => {
  const findRoute = routes()
  const plain = findRoute('/shell/diff')
  if (plain) plain.checked = { endpoint: [...plain.methods.values()][0] as never, params: {} }
  expect(findRoute('/shell/diff?from=1')).toMatchObject({ query: 'from=1' })
  expect(findRoute('/shell/diff?from=1')?.checked).toBeUndefined()
})
