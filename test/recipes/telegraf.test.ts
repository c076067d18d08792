import { describe, expect, test } from 'vitest'
import { blocksOf } from '../support/markdown.mjs'
import { testService } from '../support/service.ts'

describe('the configuration of Telegraf', () => {
  const block = blocksOf('docs/recipes/grafana.md').find(({ language }) => language === 'toml')?.code ?? ''
  const [newest = '', minutes = ''] = block.split('[[inputs.http]]').slice(1)
  const targetsIn = (input: string) =>
    [...input.matchAll(/"(http:[^"]+)"/g)].map(([, url = '']) => {
      const { pathname, search } = new URL(url)
      return pathname + search
    })

  test('names parts of the newest values, each with its instant and with numbers', async () => {
    const [target = ''] = targetsIn(newest)
    const { json } = await (await testService()).get(target)
    const [, query = ''] = /json_query = "data\.\[(.+)\]"/.exec(newest) ?? []
    const pairs = query.split(/(?<=\}),/)
    expect(pairs.length).toBeGreaterThan(3)
    for (const pair of pairs) {
      const [, part = '', value = ''] = /^\{(\w+)\.as_of,(\w+)\}$/.exec(pair) ?? []
      expect([pair, part]).toEqual([pair, value])
      expect(Date.parse(json.data[part]?.as_of), part).not.toBeNaN()
      expect(Object.values(json.data[part]).map((each) => typeof each)).toContain('number')
    }
  })

  test('has a type for each column of the series, whose names are all different', async () => {
    const [, types = ''] = /csv_column_types = \[(.+)\]/.exec(minutes) ?? []
    const { get } = await testService()
    // What it requests is recorded.
    await get('/v1/space-weather/current')
    const targets = targetsIn(minutes)
    expect(targets.length).toBeGreaterThan(1)
    const fields: string[] = []
    for (const target of targets) {
      const { status, text } = await get(target)
      const [head = '', ...rows] = text.trimEnd().split('\n')
      const [time, ...columns] = head.split(',')
      expect([target, status, time]).toEqual([target, 200, 'time'])
      expect(['"string"', ...columns.map(() => '"float"')]).toEqual(
        types.split(', ').slice(0, columns.length + 1),
      )
      const cells = rows.flatMap((row) => row.split(',').slice(1)).filter((cell) => cell !== '')
      expect(cells.length, target).toBeGreaterThan(0)
      expect(cells.filter((cell) => Number.isNaN(Number(cell)))).toEqual([])
      fields.push(...columns)
    }
    expect(new Set(fields).size).toBe(fields.length)
  })
})
