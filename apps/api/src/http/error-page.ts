import { defineTexts, type Language } from '@shiloh/contract/core'
import type { FastifyRequest } from 'fastify'
import { API_PREFIX } from '#platform/config'
import { escapeHtml } from '#platform/text/html'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/error-page', { try_again: 'Try again' })

const STYLE =
  ':root{color-scheme:light dark;--bg:#faf8f4;--ink:#1d1c22;--soft:#6b6770;--accent:#2f3a78;--on:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#12131a;--ink:#eeebe4;--soft:#979389;--accent:#aab4f2;--on:#14162a}}' +
  'body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 system-ui,sans-serif}' +
  'main{box-sizing:border-box;max-width:34rem;min-height:100vh;margin:auto;padding:18vh 20px 40px}svg{color:var(--accent)}' +
  'h1{margin:20px 0 24px;font:500 28px/1.25 Georgia,serif;text-wrap:balance}p{color:var(--soft);font-size:13px;margin:32px 0 0}' +
  'a{display:inline-block;padding:12px 20px;border-radius:6px;background:var(--accent);color:var(--on);text-decoration:none;font-weight:550}' +
  'a:focus-visible{outline:2px solid var(--accent);outline-offset:3px}'

const ARCH =
  '<svg width="48" height="48" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M6 42V24a12 12 0 0 1 24 0v18M18 42V24a12 12 0 0 1 24 0v18"/></svg>'

/** Returns whether a person asks for a page, rather than a program for data. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith(`${API_PREFIX}/`) && headers.accept?.includes('text/html') === true

/**
 * Returns a page that says why there is none. It needs nothing that could be away: no database, script or file.
 * @param address what is asked for again
 */
export const errorPage = (message: string, address: string, requestId: string, language: Language): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${escapeHtml(message)}</title><style>${STYLE}</style></head><body><main>${ARCH}` +
  `<h1>${escapeHtml(message)}</h1><a href="${escapeHtml(address)}">${escapeHtml(translate(texts.try_again, language))}</a>` +
  `<p>${escapeHtml(requestId)}</p></main></body></html>`
