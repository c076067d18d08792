/** The two ways into the store, which can fail apart. */
export type StoreAccess = 'read' | 'write'

/** Something that an operator counts; new kinds may be added. */
export type ServiceEvent =
  /** A request was admitted and counted in this process alone, because the store could not count it. */
  | { readonly type: 'quota_fail_open'; readonly account: string }
  /** The store is left alone: operations of this kind fail at once, and one a second tries again. */
  | { readonly type: 'store_failed'; readonly access: StoreAccess }
  | { readonly type: 'store_back'; readonly access: StoreAccess }
