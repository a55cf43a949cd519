// Processor time of a browser: what a page takes of the machine, however busy that is.

import type { Browser } from 'playwright'

/** Of all its processes since it was started, in seconds. */
export async function processorSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
