// The sandbox worker as one script, made from sandbox.worker.ts by the plugin of scripts/sandbox-module.mjs.

declare module 'virtual:tokenloom-sandbox' {
  export const workerSource: string
}
