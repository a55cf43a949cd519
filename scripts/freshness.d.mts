/** The newest modification time, in milliseconds, of files and folders under `root`; 0 when none exists. */
export function newestChange(root: string, paths: readonly string[]): number
