import { type Command, Option } from 'commander'
import { MQTT_SETTINGS, type MqttSettingName } from '#config/mqtt-section'
import { type SettingRow, variableName } from '#config/settings'
import { withExample, withServer, withServerStore, withUpstream } from '#kit/options'
import type { Terminal } from '#kit/terminal'

/** Adds `space-data mqtt`: publishes the current values to an MQTT broker. */
export function addMqtt(program: Command, terminal: Terminal): void {
  const command = program
    .command('mqtt')
    .description(
      'Publish the current values to an MQTT broker, such as for Home Assistant, until SIGTERM or Ctrl-C. ' +
        'Set a user name and a password with SPACE_DATA_MQTT_USERNAME and SPACE_DATA_MQTT_PASSWORD, or in ' +
        'the configuration file',
    )
    .addOption(ofSetting('--broker <url>', 'mqttBroker', 'mqtt://127.0.0.1:1883'))
    .addOption(ofSetting('--at <place>', 'mqttAt'))
    .addOption(ofSetting('--passes-of <ids>', 'mqttPassesOf'))
    .addOption(ofSetting('--topic-prefix <text>', 'mqttTopicPrefix'))
    .addOption(ofSetting('--discovery-prefix <text>', 'mqttDiscoveryPrefix'))
    .addOption(ofSetting('--ca <file>', 'mqttCa'))
    .option(
      '--every <duration>',
      'minimum time between two requests for a value (default: 15s; with --base 10m, which suits a free key)',
    )
    .option('--dry-run', 'print the messages once instead of sending them; needs no broker')
  withServer(withUpstream(withServerStore(command)))
  withExample(
    command,
    'mqtt --sample --at 48.1,11.6 --dry-run',
    'mqtt --broker mqtts://broker.example --at 48.1,11.6',
    'mqtt --base https://central.example --key-file ./free.key',
  )
  command.action(async (flags) =>
    (await import('#actions')).publishToBroker(flags, terminal, program.version() ?? ''),
  )
}

/** Returns the option for a setting that `serve` takes only from the file and from variables. */
function ofSetting(flag: string, name: MqttSettingName, shownDefault?: string): Option {
  const row: SettingRow = MQTT_SETTINGS[name]
  const shown = shownDefault ?? row.default
  const notes = [...(shown === undefined ? [] : [`default: ${shown}`]), `env: ${variableName(name, row)}`]
  return new Option(flag, `${row.what} (${notes.join('; ')})`)
}
