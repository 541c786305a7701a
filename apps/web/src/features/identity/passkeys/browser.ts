import type { DataOf } from '@shiloh/contract/core'
import type { passkeyRoutes } from '@shiloh/contract/identity/passkeys'

/** Why the browser made or used no passkey. The names are those of the texts. */
export class PasskeyProblem extends Error {
  readonly because: 'cancelled' | 'known' | 'unsupported'
  constructor(because: PasskeyProblem['because']) {
    super(because)
    this.because = because
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '')

const problemOf = (error: unknown): PasskeyProblem => {
  if (nameOf(error) === 'InvalidStateError') return new PasskeyProblem('known')
  return new PasskeyProblem(
    nameOf(error) === 'NotAllowedError' || nameOf(error) === 'AbortError' ? 'cancelled' : 'unsupported',
  )
}

/** Browsers have passkeys only at an address with https, or on the machine itself. */
const checkSupport = (): void => {
  if (!('PublicKeyCredential' in globalThis)) throw new PasskeyProblem('unsupported')
}

/** Makes a passkey on this device, or on a phone or key that the person chooses. @throws PasskeyProblem */
export async function createPasskey(optionsJSON: DataOf<typeof passkeyRoutes.passkeyOptions>) {
  checkSupport()
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    throw problemOf(error)
  }
}

/** Answers a challenge with a passkey. @throws PasskeyProblem */
export async function answerWithPasskey(optionsJSON: DataOf<typeof passkeyRoutes.adminPasskeyOptions>) {
  checkSupport()
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw problemOf(error)
  }
}
