import type { Command } from 'commander'
import { withExample } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data verify`: verifies the signatures of a response. */
export function addVerify(program: Command, terminal: Terminal): void {
  const command = program
    .command('verify <url>')
    .description(
      'Fetch a response, such as one of a mirror, and verify its signatures; exits 1 if verification fails',
    )
    .requiredOption(
      '--key <key>',
      'public key that must have signed, as ed25519-BASE64 (repeatable: one of them suffices)',
      (value: string, earlier: readonly string[] = []) => [...earlier, value],
    )
    .option('--key-file <file>', 'file with an API key for the path (env: SPACE_DATA_KEY, the key itself)')
    .option('--json', 'print one JSON value')
  withExample(
    command,
    'verify https://mirror.example/v1/tle/stations --key ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=',
  )
  command.action(async (url, flags) => (await import('#actions')).verify(url, flags, terminal))
}
