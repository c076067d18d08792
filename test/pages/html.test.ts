import { expect, test } from 'vitest'
import { html, trusted } from '../../packages/core/src/pages/html.ts'

const HOSTILE = `"><script>alert('1')</script>&amp;`

test('every value is escaped, as text and in an attribute', () => {
  const { markup } = html`<p title="${HOSTILE}">${HOSTILE}</p>`
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;'
  expect(markup).toBe(`<p title="${safe}">${safe}</p>`)
})

test('markup of a template is not escaped again, nor are lists of it', () => {
  const items = ['a<b', 'c'].map((word) => html`<li>${word}</li>`)
  expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>a&lt;b</li><li>c</li></ul>')
})

test('what is nothing leaves nothing, and 0 is something', () => {
  expect(html`[${null}${undefined}${false}${''}]${0}`.markup).toBe('[]0')
})

test('controls and lone surrogates do not get through; signs beyond the plane do', () => {
  expect(html`${'a\u0000b\u001bc\ud800d\ne🛰'}`.markup).toBe('a\ufffdb\ufffdc\ufffdd\ne🛰')
})

test('trusted text stands as it is', () => {
  expect(html`${trusted('<b>')}`.markup).toBe('<b>')
})
