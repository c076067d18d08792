import { expect, test } from 'vitest'
import { compileRoutes } from '../../packages/core/src/kernel/http/router.ts'
import { allEndpoints, testContext } from '../support/context.ts'

const routes = () => compileRoutes(allEndpoints(testContext().settings))

test('a target that comes twice in a row is parsed no more', async () => {
  const findRoute = routes()
  const target = '/v1/objects/25544'
  const [first, second] = [await findRoute(target), await findRoute(target)]
  expect(first).toMatchObject({ rawParams: { norad_id: '25544' }, query: '' })
  expect(second).not.toBe(first)
  expect(await findRoute('/v1/objects/25545')).toMatchObject({ rawParams: { norad_id: '25545' } })
  expect(findRoute(target)).toBe(second)
})

test('a target that comes now and then, or is long enough to contain a key, is not cached', async () => {
  const findRoute = routes()
  const [rare, long] = ['/v1/objects/5', `/v1/objects/5?key=sd_live_${'0'.repeat(36)}`]
  const targets = [rare, '/v1/objects/6', rare, '/v1/objects/6', rare, long, long, long]
  const seen = await Promise.all(targets.map(findRoute))
  expect(new Set(seen).size).toBe(seen.length)
})

test('parameters checked for a path are not reused for the same path with a query', async () => {
  const findRoute = routes()
  const plain = await findRoute('/shell/diff')
  if (plain) plain.checked = { endpoint: [...plain.methods.values()][0] as never, params: {} }
  const withQuery = await findRoute('/shell/diff?from=1')
  expect(withQuery).toMatchObject({ query: 'from=1' })
  expect(withQuery?.checked).toBeUndefined()
})
