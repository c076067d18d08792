import { type CheckGroup, SkippedCheck, type Violation } from '#checks/check'
import { expectOk } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

/** A long public response. */
const PATH = '/openapi.json'
const CODINGS = ['br', 'gzip']

export const compression: CheckGroup = {
  title: 'Compression',
  checks: [
    {
      id: 'compression.vary',
      clause: 'C13.16',
      expects: 'where responses are compressed, all forms have Vary: Accept-Encoding',
      async run(target) {
        const { plain, forms } = await requestForms(target)
        return [plain, ...forms.map(({ exchange }) => exchange)].flatMap((exchange) =>
          variesByCoding(exchange)
            ? []
            : [violation(exchange, 'vary', `Vary: ${exchange.headers.get('vary') ?? 'none'}`)],
        )
      },
    },
    {
      id: 'compression.etag',
      clause: 'C13.16',
      expects: 'every compressed form has a strong ETag of its own, or a weak one',
      async run(target) {
        const { plain, forms } = await requestForms(target)
        const tags = new Set([plain.headers.get('etag')])
        return forms.flatMap(({ coding, exchange }) => {
          const tag = exchange.headers.get('etag')
          // A missing tag is reported by `caching.etag`; an intermediary that compresses has to weaken it.
          if (tag === null || tag.startsWith('W/')) return []
          if (tags.has(tag)) return [violation(exchange, 'etag', `${coding} has the ETag of another form`)]
          tags.add(tag)
          return []
        })
      },
    },
    {
      id: 'compression.not-modified',
      clause: 'C13.16',
      expects: 'the ETag of a compressed form is confirmed by 304, with Vary: Accept-Encoding',
      async run(target) {
        const { forms } = await requestForms(target)
        const found: Violation[] = []
        for (const { coding, exchange } of forms) {
          const tag = exchange.headers.get('etag')
          if (tag === null) continue
          const again = await target.get(PATH, { 'accept-encoding': coding, 'if-none-match': tag })
          if (again.status !== 304)
            found.push(violation(again, 'status', `${again.status} in ${coding}, expected 304`))
          else if (variesByCoding(exchange) && !variesByCoding(again))
            found.push(violation(again, 'vary', `Vary of the 304: ${again.headers.get('vary') ?? 'none'}`))
        }
        return found
      },
    },
  ],
}

/**
 * Requests a response as it is and in each coding.
 * @throws SkippedCheck if it is not compressed
 */
async function requestForms(target: Target) {
  const plain = expectOk(await target.get(PATH))
  const forms: { readonly coding: string; readonly exchange: Exchange }[] = []
  for (const coding of CODINGS) {
    const exchange = expectOk(await target.get(PATH, { 'accept-encoding': coding }))
    if (exchange.headers.get('content-encoding') === coding) forms.push({ coding, exchange })
  }
  if (forms.length === 0) throw new SkippedCheck(`${PATH} is not compressed`)
  return { plain, forms }
}

function variesByCoding({ headers }: Exchange): boolean {
  return /\baccept-encoding\b/i.test(headers.get('vary') ?? '')
}

function violation(exchange: Exchange, aspect: string, message: string): Violation {
  return { exchange, aspect, message }
}
