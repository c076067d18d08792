import { text } from '#declare/schemas'
import { siteFile } from '#endpoints/site-file'
import { ICON } from '#pages/icon'

/** Serves the icon of the site. */
export const favicon = siteFile({
  path: '/favicon.ico',
  operationId: 'getFavicon',
  summary: 'The icon of the site, as SVG',
  type: 'image/svg+xml',
  schema: text('The image', ICON),
  content: () => ICON,
})
