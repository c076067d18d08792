/**
 * Replaces `@keyv/serialize`. keyv imports it as its default, but the store never calls it, because it has
 * its own serialisers. The package includes a Buffer for browsers, which is 8 kB in gzip at the start of a
 * Worker.
 */

export { parse as defaultDeserialize, stringify as defaultSerialize }

const { parse, stringify } = JSON
