// Journeys: what a person does on the page as built, in a real Chromium with WebGPU. The page is served by the
// fixture in e2e/journey.ts. One at a time: they share one GPU.

import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/page/browser.ts'

const found = findBrowser({ install: false })

export default defineConfig({
  testDir: './e2e',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results',
  workers: 1,
  retries: 0,
  timeout: 120_000, // a software adapter compiles shaders for seconds
  expect: { timeout: 15_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    headless: true,
    launchOptions: found.ok ? found.value : {},
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
