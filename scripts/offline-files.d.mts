import type { Plugin } from 'vite'

export interface OfflineFile {
  readonly url: string
  readonly revision: string
  readonly integrity: string
  readonly bytes: number
}

/** Every file of a built page: those that are kept at once, and those that are kept when they are used. */
export function listFiles(folder: string): { readonly first: readonly OfflineFile[]; readonly later: readonly OfflineFile[] }
/** Lists the built files and builds the service worker around the list. */
export function offlineFiles(): Plugin
