import Negotiator from 'negotiator'
import { envelopeOf, pageKind, snapshotKey } from '#declare/data-endpoint'
import type { Call, Endpoint } from '#declare/endpoint'
import { JSON_TYPE, type Page, page } from '#declare/page'
import { statusPage } from '#describe/status-page'
import { statusData, statusReport } from '#describe/status-report'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import type { Reading } from '#store/snapshots'
import { iso, seconds } from '#time'

const PATH = '/status'
const TTL_MS = seconds(30)
const TYPES = ['application/json', 'text/html']

/** What is known of every upstream: JSON, or a page for a client that prefers one. */
export function status(table: () => readonly Endpoint[]): Endpoint {
  return {
    method: 'GET',
    path: PATH,
    summary: 'State of every upstream provider',
    tag: 'Service',
    access: 'open',
    ttlMs: TTL_MS,
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    success: {
      status: 200,
      description: 'What is known of every upstream',
      content: { 'application/json': envelopeOf(statusData), 'text/html': null },
      headers: { 'content-security-policy': 'On the HTML page: nothing is loaded from anywhere' },
    },
    problems: ['not_acceptable', 'store_unavailable', 'upstream_unavailable'],
    answer(call) {
      const accept = call.ask.header('accept') ?? undefined
      const [type] = new Negotiator({ headers: { accept } }).mediaTypes(TYPES)
      if (type === undefined) throw new Problem('not_acceptable')
      return read(type, table, call)
    },
  }
}

function read(type: string, table: () => readonly Endpoint[], { ask, context }: Call): Soon<Reading<Page>> {
  const kind = pageKind({ ttlMs: TTL_MS, stored: false }, async () => {
    const fetchedAt = context.now()
    const report = await statusReport(table(), context)
    const value =
      type === 'text/html' ? htmlPage(statusPage(report, iso(fetchedAt))) : jsonPage(report, fetchedAt)
    return { value, fetchedAt }
  })
  return context.snapshots.read(snapshotKey(PATH, { type }), kind, ask.defer)
}

function jsonPage(data: unknown, fetchedAt: number): Page {
  const envelope = {
    source: 'Space-Data',
    fetched_at: iso(fetchedAt),
    valid_until: iso(fetchedAt + TTL_MS),
    data,
  }
  return page(JSON.stringify(envelope), JSON_TYPE, ['vary', 'Accept'])
}

/** The page allows itself its own inline style, by its hash, and nothing else. */
function htmlPage({ html, styleHash }: ReturnType<typeof statusPage>): Page {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`
  return page(html, 'text/html; charset=utf-8', ['vary', 'Accept', 'content-security-policy', policy])
}
