import * as v from 'valibot'
import type { AlertType } from '#features/alerts/alert-type'
import { alertTypes } from '#features/alerts/alert-types'
import { count, instant, named, text } from '#kernel/endpoint/schemas'

/** A type of alert with the schema of its messages. */
interface AlertMessageType extends Pick<AlertType, 'type' | 'summary'> {
  /** Schema of a message, with a title, such as `StormStartedAlert`. */
  readonly message: v.GenericSchema
}

/** Every type of alert with the schema of its messages, in the order of the documentation. */
export const alertMessages: readonly AlertMessageType[] = alertTypes.map((alertType) => {
  const { type, summary } = alertType
  return { type, summary, message: messageOf(alertType) }
})

/** Returns the schema of alerts of a type in the form that clients receive by webhook, poll or stream. */
function messageOf<Data>({ type, title, data }: AlertType<Data>): v.GenericSchema {
  return named(
    `${title ?? v.getTitle(data)}Alert`,
    v.strictObject({
      id: text(
        'Id of the alert, identical for every delivery attempt',
        'evt_0f8fad5bd9cb469fa16570867728950e',
      ),
      type: v.pipe(v.literal(type), v.description('Type of the alert'), v.examples([type])),
      timestamp: instant('Time of the event'),
      sequence: count(
        'Position in the log: later alerts have greater numbers, without gaps; 0 for a test, which is not ' +
          'in the log',
        4711,
      ),
      data,
    }),
  )
}
