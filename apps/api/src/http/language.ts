import { isLanguage, type Language } from '@shiloh/contract/core'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#platform/auth/auth.store'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer, once the caller is known. English before that. */
    language: Language
  }
}

/** Returns the first supported language of an `Accept-Language` header, by weight. `*` matches none. */
export const acceptedLanguage = (header = ''): Language | undefined =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined)
      return { language: tag.trim().slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isLanguage)

/** Returns the language of an answer: the browser's, else the profile's, else English. */
export const languageFor = (request: Pick<FastifyRequest, 'headers'>, caller: Caller | null): Language =>
  acceptedLanguage(request.headers['accept-language']) ?? caller?.language ?? 'en'
