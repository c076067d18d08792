import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { pull } from '../../packages/core/src/kernel/upstreams/client/pull.ts'
import { ShapeError } from '../../packages/core/src/kernel/upstreams/parse/shape.ts'
import type { UpstreamWithHeaders } from '../../packages/core/src/kernel/upstreams/upstream.ts'
import { testContext } from '../support/context.ts'
import { interceptFetch } from './msw.ts'

interface Value {
  readonly body: string
  readonly edition: string
}

/** A feed whose values are in its body and in one header, and which sends a header of its own. */
const feed: UpstreamWithHeaders<{ readonly language: string }, Value> = {
  id: 'with-headers',
  provider: 'swpc',
  label: 'with headers',
  target: () => '/feed',
  probeParams: { language: 'en' },
  send: (url, init, { language }) =>
    fetch(url, { ...init, headers: { ...init.headers, 'accept-language': language } }),
  parseResponse({ status, header, body }, { cached: held }) {
    const edition = header('x-edition')
    if (edition === null) throw new ShapeError('x-edition is missing')
    return { body: status === 304 && held ? held.body : body, edition }
  },
  newestAt: () => null,
  cadenceMs: 60_000,
}

const internet = interceptFetch()
const answering = (answer: (headers: Headers) => Response) =>
  internet.use(http.get('https://services.swpc.noaa.gov/feed', ({ request }) => answer(request.headers)))

test('a feed that reads headers is given them with the body', async () => {
  answering((headers) => new HttpResponse(headers.get('accept-language'), { headers: { 'x-edition': '7' } }))
  const { value } = await pull(feed, { language: 'fr' }, testContext())
  expect(value).toEqual({ body: 'fr', edition: '7' })
})

test('a 304 gives it the value held and the new headers', async () => {
  answering(() => new HttpResponse(null, { status: 304, headers: { 'x-edition': '8' } }))
  const held = { body: 'as before', edition: '7' }
  const { value } = await pull(feed, { language: 'en' }, testContext(), held)
  expect(value).toEqual({ body: 'as before', edition: '8' })
  await expect(pull(feed, { language: 'en' }, testContext())).rejects.toMatchObject({
    code: 'upstream_unavailable',
  })
})

test.each([200, 304])('a header that is missing from a %i makes it unusable', async (status) => {
  answering(() => new HttpResponse(null, { status }))
  const held = { body: 'as before', edition: '7' }
  const failure = await pull(feed, { language: 'en' }, testContext(), held).catch((error) => error)
  expect([failure.code, failure.cause.message]).toEqual([
    'upstream_invalid',
    'schema_mismatch: x-edition is missing',
  ])
})
