import type { Plugin } from 'vite'

/** Serves `virtual:tokenloom-sandbox`; a new plugin for every bundle. */
export function sandboxModule(root?: string): Plugin
