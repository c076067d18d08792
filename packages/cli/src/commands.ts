import { addAccounts } from '#commands/accounts'
import { addComplete } from '#commands/complete'
import { addConfig } from '#commands/config'
import { addData, addNow } from '#commands/data'
import { addDoctor } from '#commands/doctor'
import { addHelp } from '#commands/help'
import { addKeys } from '#commands/keys'
import { addOpenapi } from '#commands/openapi'
import { addReport } from '#commands/report'
import { addSeries } from '#commands/series'
import { addServe } from '#commands/serve'
import { addShell } from '#commands/shell'
import { addSigning } from '#commands/signing'
import { addStatus } from '#commands/status'
import { addStore } from '#commands/store'
import { addTiers } from '#commands/tiers'
import { addVerify } from '#commands/verify'
import { addVersion } from '#commands/version'
import { addWebhooks } from '#commands/webhooks'

/** All commands, in the order of the help. */
export const COMMANDS = [
  addServe,
  addNow,
  addData,
  addSeries,
  addKeys,
  addAccounts,
  addTiers,
  addWebhooks,
  addSigning,
  addVerify,
  addConfig,
  addShell,
  addReport,
  addStore,
  addStatus,
  addDoctor,
  addOpenapi,
  addComplete,
  addVersion,
  addHelp,
]
