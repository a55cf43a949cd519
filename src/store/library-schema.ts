// What the library of adapters keeps beside the bytes: a row for every checkpoint under its address, and names that point to
// addresses. Types, and the interface to whatever keeps them.

export interface AdapterRow {
  /** SHA-256 of the bytes: the address. */
  readonly hash: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly created: number
  /** When it may be let go; null: never. */
  readonly expires: number | null
  /** Address of the checkpoint before it; null for a first one. */
  readonly parent: string | null
  /** Facts for lists, so that none needs the bytes. */
  readonly rank: number
  readonly version: number
  readonly baseHash: string
  readonly run: string | null
  readonly step: number
}

export interface NameRow {
  readonly name: string
  /** What it points to now. */
  readonly hash: string
  /** What it pointed to, oldest first, the present one last. */
  readonly history: readonly string[]
  readonly moved: number
}

export interface LibraryRecords {
  /** Names that begin so, in their order, after `after`, at most `limit`. */
  names(prefix: string, limit: number, after?: string): Promise<readonly NameRow[]>
  name(name: string): Promise<NameRow | undefined>
  countNames(): Promise<number>
  adapter(hash: string): Promise<AdapterRow | undefined>
  adapters(): Promise<readonly AdapterRow[]>
  /** A checkpoint and the name that points to it, in one transaction: both or neither. */
  commit(row: AdapterRow | null, name: NameRow): Promise<void>
  removeName(name: string): Promise<void>
  removeAdapter(hash: string): Promise<void>
}
