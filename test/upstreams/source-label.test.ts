import { expect, test } from 'vitest'
import { feedsOf } from '../../packages/core/src/kernel/endpoint/endpoint-feeds.ts'
import {
  joinLabels,
  noteIn,
  sourceOf,
  splitLabels,
  withNote,
  withoutNote,
} from '../../packages/core/src/kernel/upstreams/source-label.ts'
import { endpoints } from '../support/table.ts'

test('labels of all feeds can be joined and split again', () => {
  const labels = feedsOf(endpoints).map((feed) => sourceOf(feed, '(sample)'))
  expect(labels.length).toBeGreaterThan(40)
  expect(splitLabels(joinLabels([...labels, ...labels]))).toEqual([...new Set(labels)])
})

test('a label with a note can be taken apart again', () => {
  for (const feed of feedsOf(endpoints)) {
    for (const note of ['', '(sample)', 'by way of example.org']) {
      const [label, noted] = [sourceOf(feed, ''), sourceOf(feed, note)]
      expect(withNote(label, note)).toBe(noted)
      expect([withoutNote(noted, note), noteIn(noted, label)]).toEqual([label, note])
    }
  }
})
