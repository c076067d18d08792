/** A font as its bytes, put into the bundle by the `binary` loader of esbuild. */
declare module '*.woff' {
  const bytes: Uint8Array
  export default bytes
}
