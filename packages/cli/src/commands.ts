import { addAccounts } from '#accounts/declare'
import { addComplete } from '#complete/declare'
import { addConfig } from '#config/declare'
import { addData, addNow } from '#data/declare'
import { addDoctor } from '#doctor/declare'
import { addHelp } from '#help/declare'
import { addKeys } from '#keys/declare'
import { addMqtt } from '#mqtt/declare'
import { addOpenapi } from '#openapi/declare'
import { addReport } from '#report/declare'
import { addSeries } from '#series/declare'
import { addServe } from '#serve/declare'
import { addShell } from '#shell/declare'
import { addSigning } from '#signing/declare'
import { addStatus } from '#status/declare'
import { addStore } from '#store/declare'
import { addTiers } from '#tiers/declare'
import { addVerify } from '#verify/declare'
import { addVersion } from '#version/declare'
import { addWebhooks } from '#webhooks/declare'

/** All commands, in the groups and the order of the help. */
export const COMMANDS = {
  'Data:': [addNow, addData, addSeries, addShell, addReport],
  'Keys:': [addKeys, addAccounts, addTiers, addWebhooks],
  'Operate:': [
    addServe,
    addMqtt,
    addStatus,
    addStore,
    addConfig,
    addSigning,
    addVerify,
    addDoctor,
    addOpenapi,
  ],
  'Program:': [addComplete, addVersion, addHelp],
}
