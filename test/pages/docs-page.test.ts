import * as v from 'valibot'
import { expect, test } from 'vitest'
import { codeExamples } from '../../packages/core/src/features/pages/code-examples.ts'
import { groupId } from '../../packages/core/src/features/pages/docs/operation-links.ts'
import type { Endpoint } from '../../packages/core/src/kernel/endpoint/endpoint.ts'
import { problemType } from '../../packages/core/src/kernel/kit/problem.ts'
import { type TestService, testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints } from '../support/table.ts'

const groups = [...new Set(endpoints.map(({ tag }) => groupId(tag)))]
const pathOf = (tag: string) => `/docs?group=${groupId(tag)}`

/** All pages of the reference, in one text. */
const page = async (service?: Pick<TestService, 'ask'>) => {
  const { ask } = service ?? (await testService({ signing }))
  const paths = ['/docs', ...groups.map((group) => `/docs?group=${group}`)]
  return (await Promise.all(paths.map(async (path) => (await ask('GET', path)).text))).join('')
}

test('the reference has a section, a link and a curl command for every operation', async () => {
  const text = await page()
  for (const { operationId, tag } of endpoints) {
    expect(text, operationId).toContain(`id="${operationId}"`)
    expect(text, operationId).toContain(`href=".${pathOf(tag)}#${operationId}"`)
  }
  expect(text.match(/<pre class="curl"/g)).toHaveLength(endpoints.length)
})

test('every parameter of a path or query is a field with a label', async () => {
  const text = await page()
  for (const { operationId, pathParameters, queryParameters } of endpoints) {
    for (const name of [...Object.keys(pathParameters), ...Object.keys(queryParameters)])
      expect(text, name).toMatch(
        new RegExp(`<label for="${operationId}-${name}">.*?<(input|select) id="${operationId}-${name}"`, 's'),
      )
  }
})

test('fields of responses have units and descriptions, nested ones the names of their parents', async () => {
  const text = await page()
  const rowOf = (name: string) => text.match(new RegExp(`<li><code>${name}</code>.*?</li>`))?.[0]
  expect(rowOf('data.speed_km_s')).toContain('>km/s<')
  expect(rowOf('data.launches\\[\\].pad.latitude_deg')).toContain('>°<')
  expect(rowOf('data.bins\\[\\].density_per_km3')).toContain('>1/km³<')
})

test('an operation says first what it is, then what it costs; the rest is folded', async () => {
  const text = await page()
  const kp = text.slice(text.indexOf('<section class="operation" id="getKp"'))
  expect(kp).toMatch(
    /<p class="description">Running estimate, updated every minute\.<\/p><p class="sub">Cost: /,
  )
  expect(kp).toMatch(/Cost: [^<]*; valid for 15 min\.<\/p>\n<details class="more">/)
  expect(kp.indexOf('Fields of the response')).toBeLessThan(kp.indexOf('Statuses'))
})

test('types are apart from the words, and bounds that the words have are not repeated', async () => {
  const text = await page()
  const fieldOf = (id: string) => text.match(new RegExp(`<label for="${id}">.*?</p></div>`, 's'))?.[0] ?? ''
  expect(fieldOf('getKp-at')).toMatch(/<small>string<\/small>\n.*<p class="meaning">[^<]*, or a date<\/p>/)
  expect(fieldOf('getShellDensity-alt')).toMatch(/>required<.*>integer</)
})

test('every operation that responds with JSON shows an example of all its required fields', async () => {
  const service = await testService({ signing })
  const [text, { paths }] = [await page(service), (await service.ask('GET', '/openapi.json')).json]
  const examples = new Map(
    text.split('<section class="operation" id="').flatMap((part) => {
      const [, json] = /<pre class="answer" tabindex="0">(.*?)<\/pre>/s.exec(part) ?? []
      return json === undefined ? [] : [[part.slice(0, part.indexOf('"')), json.replaceAll('&quot;', '"')]]
    }),
  )
  let enveloped = 0
  for (const { operationId, method, path, success } of endpoints) {
    if (Object.keys(success.content)[0] !== 'application/json') continue
    const example = JSON.parse(examples.get(operationId) ?? 'null')
    const { responses } = paths[path][method.toLowerCase()]
    const { allOf } = responses[success.status].content['application/json'].schema
    if (!allOf) continue
    enveloped += 1
    expect(Object.keys(example), operationId).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    expect(example.data, operationId).not.toBeNull()
  }
  expect(enveloped).toBeGreaterThan(40)
  expect(JSON.parse(examples.get('getSolarWind') ?? '{}').source).toMatch(/^NOAA SWPC .*wind/)
})

test('every error code of the document is explained once', async () => {
  const text = await page()
  const list = text.match(/<dl class="problems">.*?<\/dl>/s)?.[0] ?? ''
  for (const { code } of endpoints.flatMap(({ problems }) => problems.map(problemType)))
    expect(list.split(`<code>${code}</code>`), code).toHaveLength(2)
})

test('the pages load no external resource', async () => {
  expect(await page()).not.toMatch(/(?:src|href)="https?:/)
})

test('an unknown group selects the introduction', async () => {
  const { ask } = await testService()
  const [known, ...others] = await Promise.all(
    ['', '?group=moon', '?group=A'].map(async (query) => (await ask('GET', `/docs${query}`)).text),
  )
  expect(others).toEqual([known, known])
})

test('an example in Python has its literals, and leaves texts as they are', () => {
  const example = { on: true, off: [false, null], text: 'true or null, "false"', count: 1.5 }
  const requestBody = v.pipe(v.looseObject({}), v.examples([example]))
  const post = endpoints.find(({ operationId }) => operationId === 'issueKey') as Endpoint
  expect(codeExamples({ ...post, requestBody }).markup.replaceAll('&quot;', '"')).toContain(
    '<span class="request-body" data-language="python">' +
      String.raw`{"on":True,"off":[False,None],"text":"true or null, \"false\"","count":1.5}</span>)`,
  )
})
