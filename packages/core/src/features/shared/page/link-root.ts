/** Returns the prefix of every link on a page: `./`, or the base path with a trailing slash. */
export function linkRoot(base: string): string {
  return base === '' ? './' : `${base}/`
}
