import { type CheckGroup, expectOk, failures, SkippedCheck, splitHeader } from '#doctor/check'
import type { Exchange, Target } from '#doctor/target'

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
        return failures([plain, ...forms], describeVary)
      },
    },
    {
      id: 'compression.etag',
      clause: 'C13.16',
      expects: 'every compressed form has a strong ETag of its own, or a weak one',
      async run(target) {
        const { plain, forms } = await requestForms(target)
        const tags = [plain, ...forms].map(({ headers }) => headers.get('etag'))
        return failures(forms, (exchange) => {
          const tag = exchange.headers.get('etag')
          // An intermediary that compresses must weaken the tag.
          const isOwn = tag === null || tag.startsWith('W/') || tags.indexOf(tag) === tags.lastIndexOf(tag)
          return isOwn ? undefined : `${codingOf(exchange)} has the ETag of another form`
        })
      },
    },
    {
      id: 'compression.not-modified',
      clause: 'C13.16',
      expects: 'the ETag of a compressed form is confirmed by 304, with Vary: Accept-Encoding',
      async run(target) {
        const found: string[] = []
        for (const form of (await requestForms(target)).forms) {
          const tag = form.headers.get('etag')
          if (tag === null) continue
          const fields = { 'accept-encoding': codingOf(form), 'if-none-match': tag }
          const again = await target.get(PATH, fields)
          found.push(
            ...failures([again], ({ status }) => {
              if (status !== 304) return `${status} in ${codingOf(form)}, expected 304`
              // `compression.vary` reports a fault of the 200.
              return describeVary(form) === undefined ? describeVary(again) : undefined
            }),
          )
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
async function requestForms(target: Target): Promise<{ plain: Exchange; forms: Exchange[] }> {
  const plain = expectOk(await target.get(PATH))
  const forms: Exchange[] = []
  for (const coding of CODINGS) {
    const exchange = expectOk(await target.get(PATH, { 'accept-encoding': coding }))
    if (codingOf(exchange) === coding) forms.push(exchange)
  }
  if (forms.length === 0) throw new SkippedCheck(`${PATH} is not compressed`)
  return { plain, forms }
}

function codingOf({ headers }: Exchange): string {
  return headers.get('content-encoding') ?? 'identity'
}

function describeVary(exchange: Exchange): string | undefined {
  const isVaried = splitHeader(exchange, 'vary').includes('accept-encoding')
  return isVaried ? undefined : `Vary: ${exchange.headers.get('vary') ?? 'none'}`
}
