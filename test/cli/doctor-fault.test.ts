import { at, expectFaultsFound, TLE, text } from './checks/faults.ts'

expectFaultsFound({
  'tle.checksums: a wrong checksum': text(at(TLE), (body) =>
    body.replace(/^(1 .{66})(\d)$/m, (_, line, sum) => line + ((Number(sum) + 1) % 10)),
  ),
})
