// Journeys: what a person does on the page as built, in a real Chromium with WebGPU. The page is served by the
// fixture in e2e/journey.ts. Two at a time, since a journey waits more than it works; those that hold the page to a time
// are run by themselves (scripts/test/stages.ts).

import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/page/browser.ts'

const found = findBrowser({ install: false })

/** Journeys that measure: a neighbour on the same processor would be measured with them. */
const TIMED = /(smooth|large)\.spec\.ts$/

export default defineConfig({
  testDir: './e2e',
  projects: [
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: TIMED },
    { name: 'timed', testMatch: TIMED },
  ],
  outputDir: './test-results',
  workers: 2,
  // A shared machine stands still at times, and a journey in a hundred with it. One that failed is tried again, after all others and
  // by itself; scripts/test/stages.ts names those that needed it. What is really broken fails twice.
  retries: 1,
  retryStrategy: 'isolated',
  timeout: 300_000, // a software adapter compiles shaders for seconds, and a busy machine takes ten times as long as a quiet one
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  use: {
    headless: true,
    launchOptions: found.ok ? found.value : {},
    viewport: { width: 1440, height: 900 },
    // Without them a press on what is not there waits for the end of its journey.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    serviceWorkers: 'block', // what is under test is the build that is there; the journey without a network allows them
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
