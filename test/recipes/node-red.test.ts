import { describe, expect, test } from 'vitest'
import { textOf } from '../support/markdown.mjs'
import { testService } from '../support/service.ts'

describe('the flow of the Node-RED recipe', () => {
  const nodes: readonly FlowNode[] = JSON.parse(textOf('examples/node-red/flow.json'))

  test('leads from node to node', () => {
    const ids = new Set(nodes.map(({ id }) => id))
    const targets = nodes.flatMap(({ wires = [] }) => wires.flat())
    expect(targets.length).toBe(nodes.length - 2)
    expect(targets.filter((id) => !ids.has(id))).toEqual([])
  })

  test('asks for values that are there, and reads them where they are', async () => {
    const [url = ''] = nodes.flatMap((node) => node.url ?? [])
    const { pathname, search } = new URL(url)
    const { get } = await testService()
    const { status, json } = await get(pathname + search)
    expect(status).toBe(200)
    const expression = nodes.flatMap(({ rules = [] }) => rules).find(({ tot }) => tot === 'jsonata')?.to ?? ''
    const read = [...expression.matchAll(/: (\w+)\.(\w+)/g)].map(([, part = '', field = '']) => [part, field])
    expect(read.length).toBe(3)
    for (const [part = '', field = ''] of read) expect(json.data[part], part).toHaveProperty(field)
  })
})

/** The members of a node of Node-RED that are read here. */
interface FlowNode {
  readonly id: string
  readonly url?: string
  readonly wires?: readonly (readonly string[])[]
  readonly rules?: readonly { readonly to?: string; readonly tot?: string }[]
}
