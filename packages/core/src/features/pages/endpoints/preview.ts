import { siteFile } from '#features/pages/site-file'

/** Serves the picture that previews of links to the pages show. */
export const preview = siteFile({
  path: '/preview.png',
  operationId: 'getPreview',
  summary: 'The picture of the site for previews of links (Open Graph)',
  type: 'image/png',
  schema: null,
  content: async () => (await import('#features/pages/pages')).previewPng(),
})
