import { expect, type Page } from '@playwright/test'
import { SIGN_IN_WAY_COOKIE } from '@shiloh/contract/identity/painted'
import { z } from 'zod'

const signedIn = z.object({ data: z.object({ access_token: z.string(), refresh_token: z.string() }) })
const routes = { user: '/api/v1/auth/login', admin: '/api/v1/admin/auth/login' }

/**
 * Signs somebody in on a device that holds nothing else, as the form would leave it. Opens no page: the form has journeys of its
 * own, and every other one would spend a tenth of its time on it.
 */
export async function beginSession(
  page: Page,
  kind: keyof typeof routes,
  credentials: { readonly email: string; readonly password: string },
): Promise<void> {
  const answer = await page.request.post(routes[kind], { data: credentials })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { access_token, refresh_token } = signedIn.parse(await answer.json()).data
  const { origin, hostname } = new URL(answer.url())
  const cookie = { domain: hostname, path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const
  await page.context().setStorageState({
    cookies: [
      // Without it the app takes the browser for one that was closed, and the session for over.
      { ...cookie, name: 'shiloh_signed_in', value: '1' },
      { ...cookie, name: SIGN_IN_WAY_COOKIE, value: 'password' },
    ],
    origins: [
      {
        origin,
        localStorage: [
          { name: 'accessToken', value: access_token },
          { name: 'refreshToken', value: refresh_token },
          { name: 'signInName', value: credentials.email },
        ],
      },
    ],
  })
}
