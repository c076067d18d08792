import { text } from '#endpoint/schemas'
import { siteFile } from '#site/site-file'

/** Tells crawlers to leave the data paths alone: their pages are for people, their quotas for programs. */
export const robots = siteFile({
  path: '/robots.txt',
  operationId: 'getRobots',
  summary: 'What crawlers may read: the pages, not the data (RFC 9309)',
  type: 'text/plain',
  schema: text('The file', robotsText('', false)),
  content: ({ base, hapi }) => robotsText(base, hapi),
})

function robotsText(base: string, hapi: boolean): string {
  const folders = ['v1', 'shell', ...(hapi ? ['hapi'] : [])]
  return `User-agent: *\n${folders.map((folder) => `Disallow: ${base}/${folder}/\n`).join('')}`
}
