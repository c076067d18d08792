import { expect, test } from 'vitest'
import { html, trusted } from '../../packages/core/src/features/shared/page/html.ts'

const HOSTILE = `"><script>alert('1')</script>&amp;`

test('values are escaped as text and in attributes', () => {
  const { markup } = html`<p title="${HOSTILE}">${HOSTILE}</p>`
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
  expect(markup).toBe(`<p title="${safe}">${safe}</p>`)
})

test('nested templates and lists of them are not escaped again', () => {
  const items = ['a<b', 'c'].map((word) => html`<li>${word}</li>`)
  expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>a&lt;b</li><li>c</li></ul>')
})

test('null, undefined, false and the empty string render nothing, and 0 renders', () => {
  expect(html`[${null}${undefined}${false}${''}]${0}`.markup).toBe('[]0')
})

test('control characters and lone surrogates are replaced; astral characters are kept', () => {
  expect(html`${'a\u0000b\u001bc\ud800d\ne🛰'}`.markup).toBe('a\ufffdb\ufffdc\ufffdd\ne🛰')
})

test('trusted markup is not escaped', () => {
  expect(html`${trusted('<b>')}`.markup).toBe('<b>')
})
