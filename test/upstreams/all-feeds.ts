import { type FeedCase, feedCases } from '../faults/upstream-feeds.ts'
import { type TestContext, testContext } from '../support/context.ts'

type Answer = (body: string) => Response | Promise<Response>

/** A context whose upstreams all answer well, but for the one of that name, which answers as it is told. */
export function feedsContext(
  options: Parameters<typeof testContext>[0] = {},
  broken: Readonly<Record<string, Answer>> = {},
): TestContext & { readonly asked: string[] } {
  const context = testContext(options)
  const asked: string[] = []
  return {
    ...context,
    asked,
    fetch: async (input) => {
      const address = String(input)
      asked.push(address)
      const here = feedCases.filter(({ at }) => address.includes(at))
      const feed = here.find(({ id }) => id in broken) ?? here[0]
      if (!feed) throw new Error(`nobody is at ${address}`)
      const body = bodyAt(feed, context.now())
      return broken[feed.id]?.(body) ?? new Response(body)
    },
  }
}

const bodies = new Map<string, string>()

/** The body of a feed, made once for an instant: a test asks hundreds of times for those of all. */
function bodyAt({ id, body }: FeedCase, at: number): string {
  const key = `${id} ${at}`
  const made = bodies.get(key) ?? body(at)
  if (bodies.size < 1_000) bodies.set(key, made)
  return made
}

/** The document without a field in any of its rows, or without the lines that name it. */
export function without(field: string, body: string): string {
  if (/^[:#]/.test(body)) return textWithout(field, body)
  if (!/^\s*[[{]/.test(body)) return csvWithout(field, body)
  const document = JSON.parse(body)
  if (Array.isArray(document) && Array.isArray(document[0])) {
    const column = document[0].indexOf(field)
    if (column < 0) throw new Error(`there is no ${field}`)
    return JSON.stringify(document.map((row: unknown[]) => row.filter((_, i) => i !== column)))
  }
  if (field in document) return JSON.stringify({ ...document, [field]: undefined })
  const rows: Record<string, unknown>[] = Array.isArray(document) ? document : document.results
  if (!rows.some((row) => field in row)) throw new Error(`there is no ${field}`)
  for (const row of rows) delete row[field]
  return JSON.stringify(document)
}

function csvWithout(field: string, body: string): string {
  const lines = body.trimEnd().split(/\r?\n/)
  const column = (lines[0] ?? '').split(',').indexOf(field)
  if (column < 0) throw new Error(`there is no ${field}`)
  return `${lines.map((line) => line.split(',').filter((_, i) => i !== column)).join('\n')}\n`
}

function textWithout(field: string, body: string): string {
  const lines = body.split('\n')
  if (!lines.some((line) => line.includes(field))) throw new Error(`there is no ${field}`)
  return lines.filter((line) => !line.includes(field)).join('\n')
}
