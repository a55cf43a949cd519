// What is said about storage and about the page without a network.

import type { OfflineState } from '../state/offline.ts'
import { bytes } from './numbers.ts'

export const OFFLINE_WORDS: Readonly<Record<OfflineState['kind'], string>> = {
  unknown: 'The page is kept in this browser once it has been open for a few seconds and has nothing else to do.',
  keeping: 'The page is being kept, every file checked against its hash.',
  ready: 'The page opens without a network: every preset trains, the editor checks, links open, and all runs that are kept are drawn.',
  off: 'The page is not kept here: it needs the network to open.',
}

export const NEWER_WAITS =
  'A newer version of the page is ready. It is used after this press, or when all tabs of the page were closed; runs and policies stay.'
export const NEWER_SHORT = 'A newer version is ready'

export const PERSIST_WORDS =
  'A browser that runs out of disk space may drop what pages store, all at once and without asking. It can promise not to. Most browsers decide by themselves when asked; some ask you.'
export const PERSISTED = 'The browser has promised to keep what is stored here until you delete it.'
export const PERSIST_QUESTION = 'This run is kept in the browser, which may drop it when the disk is full. Shall the browser be asked to keep it?'

export function usedWords(used: number | null, room: number | null): string {
  if (used === null) return 'The browser does not say how much it stores.'
  return `${bytes(used)} in all, the page’s own files included${room === null ? '' : `, of ${bytes(room)} that the browser allows`}.`
}

export const PICTURES_ELSEWHERE = 'Pictures are saved where they stand: the button beside every chart, and in the timeline’s tools.'
