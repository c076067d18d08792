/**
 * The part of CHANGELOG.md about one version.
 *
 * @typedef {object} Section
 * @property {string} date `2026-12-01`, or `unreleased`.
 * @property {string} text What stands below the heading.
 */

/**
 * Returns the section of a version, or undefined if there is none.
 *
 * @param {string} changelog The text of CHANGELOG.md.
 * @param {string} version
 * @returns {Section | undefined}
 */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((it) => it.startsWith(`${version}, `))
  if (section === undefined) return undefined
  const [heading = '', ...lines] = section.split('\n')
  return { date: heading.slice(`${version}, `.length), text: lines.join('\n').trim() }
}

/**
 * Returns a section as the text of a release on the host: with links that lead to the files of the tag, and
 * with whole paragraphs on a line, for the host shows every end of a line as one.
 *
 * @param {string} text
 * @param {string} repository `owner/name` on the host.
 * @param {string} tag
 */
export function releaseNotes(text, repository, tag) {
  return `${text
    .replace(/\n(?: {2})?(?=[^\s#|>-])/g, (end, at) => (text[at - 1] === '\n' ? end : ' '))
    .replace(/\]\((?!https?:|#)([^)]+)\)/g, `](https://github.com/${repository}/blob/${tag}/$1)`)}\n`
}

/**
 * Returns CHANGELOG.md with the section of the next version named and dated.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date Such as `2026-12-01`.
 * @throws If there is no unreleased section.
 */
export function datedChangelog(changelog, version, date) {
  const heading = /^## \S+, unreleased$/m
  if (!heading.test(changelog)) throw new Error('CHANGELOG.md has no unreleased section: nothing to release.')
  return changelog.replace(heading, `## ${version}, ${date}`)
}

/**
 * Returns the table of published operations with the date of those that this version introduces.
 *
 * @param {string} publications The text of publications.ts.
 * @param {string} version
 * @param {string} date
 */
export function datedPublications(publications, version, date) {
  return publications.replace(
    /\{ version: '[^']+', date: null \}/g,
    `{ version: '${version}', date: '${date}' }`,
  )
}
