/** A file of `packages/browser/src`, bundled into one minified script. */
declare module 'browser:*' {
  const script: string
  export default script
}
