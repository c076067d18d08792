/** A font as bytes, which the `binary` loader of esbuild includes in the bundle. */
declare module '*.woff' {
  const bytes: Uint8Array
  export default bytes
}
