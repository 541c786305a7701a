import type { IncomingMessage } from 'node:http'
import { isLanguage, type Language } from '@shiloh/contract/core'
import { SIGN_IN_WAY_COOKIE } from '@shiloh/contract/identity/painted'
import type { FastifyRequest } from 'fastify'

type WithHeaders = Pick<IncomingMessage, 'headers'>

const cookies = (request: WithHeaders): Map<string, string> =>
  new Map(
    (request.headers.cookie ?? '').split(';').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at > 0 ? [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()]] : []
    }),
  )

/** The app sets this cookie while somebody is signed in. Then the same URL serves the app. */
const SIGNED_IN = 'shiloh_signed_in'
export const LANGUAGE_COOKIE = 'lang'

/** Returns how the browser says that somebody signed in there last. */
export const usedSignInWay = (request: WithHeaders): string | undefined => cookies(request).get(SIGN_IN_WAY_COOKIE)

export const looksSignedIn = (request: WithHeaders): boolean => cookies(request).get(SIGNED_IN) === '1'

export const queryText = (request: FastifyRequest, name: string): string | undefined => {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const paramText = (request: FastifyRequest, name: string): string => {
  const value: unknown = Reflect.get(Object(request.params), name)
  return typeof value === 'string' ? value : ''
}

/** Returns the language chosen before, else the browser's. */
export const spokenLanguage = (request: WithHeaders): Language => {
  const accepted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return [cookies(request).get(LANGUAGE_COOKIE), ...accepted].find(isLanguage) ?? 'en'
}

/** `?lang=` has priority. */
export const pageLanguage = (request: FastifyRequest): Language => {
  const asked = queryText(request, 'lang')
  return isLanguage(asked) ? asked : spokenLanguage(request)
}

/** Returns path and query without `lang`, which the language links add. */
export const pathWithoutLanguage = (request: FastifyRequest): string => {
  const url = new URL(`http://localhost${request.url}`)
  url.searchParams.delete('lang')
  return url.pathname + url.search
}
