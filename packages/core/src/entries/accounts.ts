// `@space-data/core/accounts`. Types of keys, accounts and their usage.

export type { Account, AccountDayUsage, Accounts, Usage } from '#kernel/accounts/accounts'
export type { Authorized, AuthorizeRequest } from '#kernel/accounts/keys/authorize'
export type { IssueKeyOptions } from '#kernel/accounts/keys/issue'
export type { KeyAction, KeyLogEntry } from '#kernel/accounts/keys/key-log'
export type { KeyRecord } from '#kernel/accounts/keys/key-records'
export type { KeyLogOptions, Keys } from '#kernel/accounts/keys/keys'
export type { IssuedKey } from '#kernel/accounts/keys/new-key'
export type { Pruned, PruneOptions } from '#kernel/accounts/keys/prune'
export type { KeyRestrictions } from '#kernel/accounts/keys/restrictions'
export type { RotateOptions } from '#kernel/accounts/keys/rotate'
export type { DailyUsage } from '#kernel/accounts/quota/usage'
