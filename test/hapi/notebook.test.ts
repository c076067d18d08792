import { expect, test } from 'vitest'
import { codeOf, storedNotebook } from '../support/notebook.ts'
import { hapiService } from './hapi-service.ts'

test('the notebook is of nbformat 4.5 with ids of its cells, and stores no output', () => {
  const { nbformat, nbformat_minor, metadata, cells } = storedNotebook()
  expect([nbformat, nbformat_minor]).toEqual([4, 5])
  expect(metadata.kernelspec).toMatchObject({ name: 'python3', language: 'python' })
  const ids = cells.map(({ id }) => id)
  expect(new Set(ids).size).toBe(cells.length)
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,64}$/)
  for (const { cell_type, outputs, execution_count } of cells)
    expect([outputs, execution_count]).toEqual(cell_type === 'code' ? [[], null] : [undefined, undefined])
})

test('each cell of code in the notebook is behind one of prose, and no line is longer than 110', () => {
  const { cells } = storedNotebook()
  const kinds = cells.map(({ cell_type }) => cell_type)
  expect(kinds.filter((kind) => kind === 'code').length).toBeGreaterThanOrEqual(5)
  for (const [i, kind] of kinds.entries()) if (kind === 'code') expect(kinds[i - 1]).toBe('markdown')
  const lines = cells.flatMap(({ source }) => source.map((line) => line.trimEnd()))
  expect(lines.filter((line) => line.length > 110)).toEqual([])
})

test('the notebook reads datasets and parameters that are there', async () => {
  const { hapi } = await hapiService()
  const reads = [
    ...codeOf(storedNotebook())
      .join('\n')
      .matchAll(/\bread\("(\w+)", "(\w+)"\)/g),
  ]
  expect(reads.length).toBeGreaterThanOrEqual(4)
  for (const [, dataset, parameter] of reads) {
    const { status } = await hapi(`info?dataset=${dataset}&parameters=${parameter}`)
    expect([dataset, parameter, status]).toEqual([dataset, parameter, 200])
  }
})
