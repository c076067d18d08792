import { tle } from '../../packages/cli/src/doctor/groups/tle.ts'
import { at, expectFailedChecks, TLE, text } from './checks/faults.ts'

expectFailedChecks([tle], ['tle.checksums'], {
  'a wrong checksum': text(at(TLE), (body) =>
    body.replace(/^(1 .{66})(\d)$/m, (_, line, sum) => line + ((Number(sum) + 1) % 10)),
  ),
})
