import { ICON } from '#endpoint/page/icon'
import { text } from '#endpoint/schemas'
import { siteFile } from '#site/site-file'

/** Serves the icon of the site. */
export const favicon = siteFile({
  path: '/favicon.ico',
  operationId: 'getFavicon',
  summary: 'The icon of the site, as SVG',
  type: 'image/svg+xml',
  schema: text('The image', ICON),
  content: () => ICON,
})
