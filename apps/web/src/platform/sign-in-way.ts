import { SIGN_IN_WAY_COOKIE, type SignInWay } from '@shiloh/contract/identity/painted'

/** Returns how somebody signed in on this device last. A cookie, so that the server paints the same form as the app. */
export const usedSignInWay = (): string | undefined =>
  new RegExp(`(?:^|; )${SIGN_IN_WAY_COOKIE}=(\\w+)`).exec(globalThis.document?.cookie ?? '')?.[1]

export function rememberSignInWay(way: SignInWay): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
  document.cookie = `${SIGN_IN_WAY_COOKIE}=${way}; path=/; max-age=31536000; samesite=lax`
}
