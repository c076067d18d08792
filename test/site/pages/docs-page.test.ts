import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../../packages/core/src/endpoint/endpoint.ts'
import { codeExamples } from '../../../packages/core/src/site/code-examples.ts'
import { testService } from '../../support/service.ts'
import { signing } from '../../support/signing-keys.ts'
import { endpoints } from '../../support/table.ts'

const page = async () => (await (await testService({ signing })).ask('GET', '/docs')).text

test('the reference has a section, a link and a curl command for every operation', async () => {
  const text = await page()
  for (const { operationId } of endpoints) {
    expect(text, operationId).toContain(`id="${operationId}"`)
    expect(text, operationId).toContain(`href="#${operationId}"`)
  }
  expect(text.match(/<pre class="curl"/g)).toHaveLength(endpoints.length)
})

test('every parameter of a path or query is a field with a label', async () => {
  const text = await page()
  for (const { operationId, pathParameters, queryParameters } of endpoints) {
    for (const name of [...Object.keys(pathParameters), ...Object.keys(queryParameters)])
      expect(text, name).toMatch(
        new RegExp(`<label for="${operationId}-${name}">.*?<(input|select) id="${operationId}-${name}"`),
      )
  }
})

test('fields of responses have units and descriptions, nested ones the names of their parents', async () => {
  const text = await page()
  const rowOf = (name: string) =>
    text.match(new RegExp(`<th scope="row"><code>${name}</code></th>.*?</tr>`))?.[0]
  expect(rowOf('data.speed_km_s')).toContain('<td>km/s</td>')
  expect(rowOf('data.launches\\[\\].pad.latitude_deg')).toContain('<td>°</td>')
  expect(rowOf('data.bins\\[\\].density_per_km3')).toContain('<td>1/km³</td>')
})

test('the page loads no external resource and stays under 120 kB compressed', async () => {
  const { gzipSync } = await import('node:zlib')
  const text = await page()
  expect(gzipSync(text).byteLength).toBeLessThan(120_000)
  expect(text).not.toMatch(/(?:src|href)="https?:/)
})

test('an example in Python has its literals, and leaves texts as they are', () => {
  const example = { on: true, off: [false, null], text: 'true or null, "false"', count: 1.5 }
  const requestBody = v.pipe(v.looseObject({}), v.examples([example]))
  const post = endpoints.find(({ operationId }) => operationId === 'issueKey') as Endpoint
  expect(codeExamples({ ...post, requestBody }).markup.replaceAll('&quot;', '"')).toContain(
    String.raw`json={"on":True,"off":[False,None],"text":"true or null, \"false\"","count":1.5})`,
  )
})
