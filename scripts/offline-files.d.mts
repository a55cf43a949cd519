import type { Plugin } from 'vite'

export interface OfflineFile {
  readonly url: string
  readonly revision: string
  readonly integrity: string
}

/** Every file of a built page. */
export function listFiles(folder: string): readonly OfflineFile[]
/** Lists the built files and builds the service worker around the list. */
export function offlineFiles(): Plugin
