import { type CheckGroup, expectOk, failures, getList, getMember } from '#doctor/check'
import { readDocument } from '#doctor/requests'

export const service: CheckGroup = {
  title: 'Status and reference',
  checks: [
    {
      id: 'status.report',
      clause: 'C11.1',
      expects: '/status responds 200 in any state, with every upstream',
      run: async (target) =>
        failures([await target.get('/status')], (exchange) => {
          if (exchange.status !== 200) return `${exchange.status}, expected 200`
          return getList(exchange, 'upstreams').length > 0 ? undefined : 'without upstreams'
        }),
    },
    {
      id: 'status.page',
      clause: 'C11.7',
      expects: '/status is HTML for clients that prefer it',
      run: async (target) =>
        failures([await target.get('/status', { accept: 'text/html' })], ({ status, headers, text }) => {
          const type = headers.get('content-type') ?? 'none'
          if (status !== 200) return `${status}, expected 200`
          const isPage = type.startsWith('text/html') && /^<!doctype html>/i.test(text)
          return isPage ? undefined : `Content-Type: ${type}`
        }),
    },
    {
      id: 'reference.tables',
      clause: 'C10.1',
      expects: '/ref lists every reference table of the document',
      async run(target) {
        const { operations } = await readDocument(target)
        const index = expectOk(await target.get('/ref'))
        const listed = getList(index, 'tables').map((row) => getMember(row, 'path'))
        const documented = operations
          .map(({ template }) => template)
          .filter((path) => path.startsWith('/ref/'))
        const missing = documented.filter((path) => !listed.includes(path))
        return failures([index], () => (missing.length > 0 ? `without ${missing.join(', ')}` : undefined))
      },
    },
  ],
}
