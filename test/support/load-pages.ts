// Loads the pages before the tests of a worker. They are imported by the first request for one, which has ten
// seconds, and from source that takes as long on a busy machine.
import '../../packages/core/src/features/pages/pages.ts'
