import type { PagesContext } from '#features/pages/context'
import { siteFile } from '#features/pages/site-file'
import { text } from '#kernel/endpoint/schemas'

/** Excludes crawlers from the data paths: pages are for people, and quotas of data are for programs. */
export const robots = siteFile<PagesContext>({
  path: '/robots.txt',
  operationId: 'getRobots',
  summary: 'Rules for crawlers, which may read the pages but not the data (RFC 9309)',
  type: 'text/plain',
  schema: text('The file', robotsText('', false)),
  content: ({ base, hapi }) => robotsText(base, hapi),
})

function robotsText(base: string, hapi: boolean): string {
  const folders = ['v1', 'shell', ...(hapi ? ['hapi'] : [])]
  return `User-agent: *\n${folders.map((folder) => `Disallow: ${base}/${folder}/\n`).join('')}`
}
