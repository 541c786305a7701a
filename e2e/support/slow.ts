import type { Page } from '@playwright/test'

/** A slow 4G network: 1.6 Mbit/s, 150 ms. */
export async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

/** The app arrives over the slow network. */
export const patience = { timeout: 30_000 }
