import { done, publicAccess, route } from '@shiloh/contract/core'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { session } from '#platform/session'

const logout = route({ method: 'POST', path: '/auth/logout', access: publicAccess, summary: 'Ends the session', response: done })

/** Ends the session on the server, as far as it can be reached, and here in any case. */
export async function endSession(): Promise<void> {
  try {
    if (session.read('accessToken')) await call(logout)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    session.clearAll()
  }
}

/** Lets the server know which addresses to answer with the app: it holds no secret, only "somebody is signed in here". */
export function mirrorSignedIn(): void {
  const mirror = () => {
    const signedIn = session.read('accessToken') !== undefined
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that comes here
    document.cookie = `signed_in=${signedIn ? '1' : ''}; path=/; max-age=${signedIn ? 31536000 : 0}; samesite=lax`
  }
  session.subscribe(mirror)
  mirror()
}
