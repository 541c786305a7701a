import { defineConfig, devices } from '@playwright/test'
import { chromiumFlags, findChromium } from './support/chromium.ts'
import { chooseAddress } from './support/server.ts'

const chromium = await findChromium()
const baseURL = await chooseAddress()

// Journeys run on both screen sizes. Tests that only vary one, and screens of the office, run on the size that people
// use for them: listed here for whole files, and by `@phone` or `@desktop` in the title of a single test.
const desktopOnly = [
  'accessibility',
  'audit',
  'identity-confirm',
  'identity-passkey',
  'people',
  'permissions',
  'settings',
].map((name) => `**/${name}.spec.ts`)
const phoneOnly = [
  'identity-codes',
  'identity-password',
  'identity-second-step',
  'identity-settings',
  'identity-sign-in',
  'identity-sign-in-code',
  'spouse-link',
  'vendor',
].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  forbidOnly: true,
  retries: 0,
  workers: 3,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL,
    locale: 'en-GB',
    timezoneId: 'Africa/Accra',
    screenshot: 'only-on-failure',
    // Recording takes time. `TRACE=1` records failing tests.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromium.executablePath,
      args: chromiumFlags,
      env: { ...process.env, ...chromium.env },
    },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: desktopOnly,
      grepInvert: /@desktop/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: phoneOnly,
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
