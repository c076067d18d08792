import { expect, test } from 'vitest'
import { feedsOf } from '../../packages/core/src/kernel/endpoint/endpoint-feeds.ts'
import { joinLabels, sourceOf, splitLabels } from '../../packages/core/src/kernel/upstreams/source-label.ts'
import { endpoints } from '../support/table.ts'

test('labels of all feeds can be joined and split again', () => {
  const labels = feedsOf(endpoints).map((feed) => sourceOf(feed, '(sample)'))
  expect(labels.length).toBeGreaterThan(40)
  expect(splitLabels(joinLabels([...labels, ...labels]))).toEqual([...new Set(labels)])
})
