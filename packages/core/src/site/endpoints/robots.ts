import { text } from '#endpoint/schemas'
import { siteFile } from '#site/site-file'

/** Tells crawlers to leave the data paths alone: their pages are for people, their quotas for programs. */
export const robots = siteFile({
  path: '/robots.txt',
  operationId: 'getRobots',
  summary: 'What crawlers may read: the pages, not the data (RFC 9309)',
  type: 'text/plain',
  schema: text('The file', robotsText('')),
  content: ({ base }) => robotsText(base),
})

function robotsText(base: string): string {
  return `User-agent: *\nDisallow: ${base}/v1/\nDisallow: ${base}/shell/\nDisallow: ${base}/hapi/\n`
}
