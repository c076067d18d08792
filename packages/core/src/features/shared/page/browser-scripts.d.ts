/** A file of `packages/browser/src`, bundled into one minified script; its hash; or a picture in base64. */
declare module 'browser:*' {
  const script: string
  export default script
}
