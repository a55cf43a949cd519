// What is kept of authored sources: each by an id with its present text, and the versions that its author kept. Types, and the
// interface to whatever keeps them.

export interface SourceRow {
  readonly id: string
  readonly name: string
  /** As it stands under its author's hands. */
  readonly text: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly changed: number
  /** The source that it was copied from, and as which version; absent for a first one. */
  readonly forkOf?: { readonly id: string; readonly name: string }
}

export interface SourceVersionRow {
  readonly source: string
  /** SHA-256 of the text: the address of this version, and what a run calls it. */
  readonly hash: string
  readonly text: string
  readonly kept: number
}

export interface SourceRecords {
  sources(): Promise<readonly SourceRow[]>
  source(id: string): Promise<SourceRow | undefined>
  putSource(row: SourceRow): Promise<void>
  /** Of one source, in no order. */
  versions(source: string): Promise<readonly SourceVersionRow[]>
  putVersion(row: SourceVersionRow): Promise<void>
  removeVersion(source: string, hash: string): Promise<void>
  /** The source and all its versions, in one transaction. */
  removeSource(id: string): Promise<void>
}
