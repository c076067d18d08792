// `@space-data/core/accounts`. Types of keys, accounts and their usage.

export type { Account, AccountDayUsage, Accounts, Usage } from '#accounts/accounts'
export type { Authorized, AuthorizeRequest } from '#accounts/keys/authorize'
export type { IssueKeyOptions } from '#accounts/keys/issue'
export type { KeyAction, KeyLogEntry } from '#accounts/keys/key-log'
export type { KeyRecord } from '#accounts/keys/key-records'
export type { KeyLogOptions, Keys } from '#accounts/keys/keys'
export type { IssuedKey } from '#accounts/keys/new-key'
export type { Pruned, PruneOptions } from '#accounts/keys/prune'
export type { KeyRestrictions } from '#accounts/keys/restrictions'
export type { RotateOptions } from '#accounts/keys/rotate'
export type { DailyUsage } from '#accounts/quota/usage'
