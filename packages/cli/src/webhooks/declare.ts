import { type Command, Option } from 'commander'
import { withExample, withSettings, withStoreAndJson, withWide } from '#kit/options'
import { inWidth, type Terminal } from '#kit/terminal'

/** Adds `space-data webhooks`: manages the webhooks of an account. */
export function addWebhooks(program: Command, terminal: Terminal): void {
  const webhooks = program
    .command('webhooks')
    .description('Add, list, show, test, rotate, replay, enable, disable and delete webhooks of an account')
  withExample(webhooks, 'webhooks add https://hooks.example/space --type "geomagnetic.*" --account acme')

  const listing = webhooks.command('list').description('List the webhooks of an account, oldest first')
  withCommon(withWide(listing), 'webhooks list --account acme').action(async (flags) =>
    (await import('#actions')).listWebhooks(flags, inWidth(flags, terminal)),
  )

  const adding = webhooks
    .command('add <url>')
    .description(
      'Send a webhook.ping, which the receiver must answer with 2xx, and add the webhook; only its secret ' +
        'goes to stdout, and it is not shown again',
    )
    .option(
      '--type <pattern>',
      'types of alerts, such as geomagnetic.* (repeatable; default: all public ones)',
      (value: string, earlier: readonly string[] = []) => [...earlier, value],
    )
    .option('--description <text>', 'what it is for, 1 to 100 characters')
    .option('--format <format>', 'standard (default), or slack, discord or ntfy for a URL of theirs')
    .option('--norad-ids <list>', 'objects to watch, by catalogue number, such as 25544,48274')
    .option('--altitudes-km <list>', 'shells to watch, by lowest altitude, such as 550,560')
    .option('--min-g-scale <n>', 'lowest G level of geomagnetic storms, 1 to 5')
    .option('--min-s-scale <n>', 'lowest S level of radiation storms, 1 to 5')
    .addOption(flareClassOption())
    .option(
      '--at <place>',
      'location whose aurora and passes to watch: latitude,longitude, such as 60.17,24.94',
    )
    .option('--min-percent <n>', 'lowest probability of aurora there in percent, 1 to 100 (default: 30)')
    .option('--also-by-day', 'also report aurora while it is not dark there')
    .option('--passes-of <list>', 'objects to watch for passes there, 1 to 20 catalogue numbers')
    .option('--min-elevation-deg <n>', 'lowest peak elevation of a pass in degrees, 0 to 89 (default: 10)')
    .option('--minutes-before <n>', 'minutes between the report and the rise, 1 to 120 (default: 10)')
    .option('--also-invisible', 'also report passes that are not visible')
  withSending(adding, 'webhooks add https://hooks.example/space --type "geomagnetic.*" --account acme')
  adding.action(async (url, flags) => (await import('#actions')).addWebhook(url, flags, terminal))

  const showing = webhooks.command('show <id>').description('Show a webhook and the state of its deliveries')
  withCommon(showing, `webhooks show ${ID} --account acme`).action(async (id, flags) =>
    (await import('#actions')).showWebhook(id, flags, terminal),
  )

  const testing = webhooks
    .command('test <id>')
    .description('Send a webhook.ping now; exit with 1 unless the receiver answers with 2xx')
  withSending(testing, `webhooks test ${ID} --account acme`).action(async (id, flags) =>
    (await import('#actions')).testWebhook(id, flags, terminal),
  )

  const rotating = webhooks
    .command('rotate <id>')
    .description('Create a new secret, printed on stdout; the old one also signs for 24 hours')
  withCommon(rotating, `webhooks rotate ${ID} --account acme > new-secret.txt`)
  rotating.action(async (id, flags) => (await import('#actions')).rotateWebhook(id, flags, terminal))

  const delivering = webhooks
    .command('deliveries <id>')
    .description('List the delivery attempts of the last 30 days, newest first')
    .option('--limit <n>', 'maximum number of attempts, 1 to 100', '20')
    .option('--before <attempt>', 'only attempts before this number')
  withCommon(withWide(delivering), `webhooks deliveries ${ID} --account acme`)
  delivering.action(async (id, flags) =>
    (await import('#actions')).webhookDeliveries(id, flags, inWidth(flags, terminal)),
  )

  const replaying = webhooks
    .command('replay <id>')
    .description('Send the alerts of the last 30 days again, through the servers on this store')
    .option('--after <sequence>', 'start after this alert (default: where the webhook was disabled)')
  withCommon(replaying, `webhooks replay ${ID} --after 4711 --account acme`)
  replaying.action(async (id, flags) => (await import('#actions')).replayWebhook(id, flags, terminal))

  for (const [name, status, what] of SWITCHES) {
    const switching = webhooks.command(`${name} <id>`).description(what)
    withCommon(switching, `webhooks ${name} ${ID} --account acme`).action(async (id, flags) =>
      (await import('#actions')).setWebhookStatus(id, status, flags, terminal),
    )
  }

  const deleting = webhooks.command('delete <id>').description('Delete a webhook and its waiting alerts')
  withCommon(deleting, `webhooks delete ${ID} --account acme`).action(async (id, flags) =>
    (await import('#actions')).deleteWebhook(id, flags, terminal),
  )
}

const ID = 'wh_4fT9xQ2mLp0Z7rKd1sVb'

const SWITCHES = [
  ['disable', 'disabled', 'Send nothing until it is enabled again'],
  ['enable', 'active', 'Send alerts again from now on; replay sends the missed ones'],
] as const

/** Choices are for completion only; core checks the value. */
function flareClassOption(): Option {
  const option = new Option('--min-flare-class <class>', 'lowest class of flares')
  option.argChoices = ['M1', 'M5', 'X1', 'X10']
  return option
}

function withSending(command: Command, example: string): Command {
  const what = 'allow this machine, private networks and http, as on the server'
  return withCommon(withSettings(command, ['webhookAllowPrivate'], what), example)
}

function withCommon(command: Command, example: string): Command {
  command.requiredOption('--account <name>', 'account; operator for the receivers in the configuration')
  return withStoreAndJson(command, example)
}
