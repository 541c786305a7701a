import { defineTexts, type Language } from '@shiloh/contract/core'
import type { EventCard } from '@shiloh/contract/events/events'
import { formatMoney, formatRange } from '@shiloh/contract/text/format'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#platform/text/html'
import { asPage } from '#platform/text/html-page'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/embed', {
  places_left: '{count, plural, one {# place left} other {# places left}}',
  sold_out: 'Sold out',
  not_yet: 'Registration has not opened yet',
  closed: 'Registration is closed',
  over: 'This event is over',
  price_from: 'From {price}',
  free_entry: 'Free entry',
  see: 'See programme and prices',
  gone: 'This event is no longer shown here.',
  see_events: 'See events',
})

/** Says in one line whether somebody can still register. */
const openingOf = (event: EventCard, language: Language, now: Date): string => {
  const isPast = (at: string | null) => at !== null && new Date(at) <= now
  if (isPast(event.ends_at)) return translate(texts.over, language)
  if (isPast(event.registration_closes_at)) return translate(texts.closed, language)
  if (event.registration_opens_at !== null && !isPast(event.registration_opens_at))
    return translate(texts.not_yet, language)
  if (event.places_left === null) return ''
  return event.places_left === 0
    ? translate(texts.sold_out, language)
    : translate(texts.places_left, language, { count: event.places_left })
}

const STYLE =
  ':root{color-scheme:light dark;--bg:#fff;--ink:#1d1c22;--soft:#4f4c55;--line:#e3ded4;--accent:#2f3a78;--on:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#191b24;--ink:#eeebe4;--soft:#bfbbb4;--line:#2b2e3a;--accent:#aab4f2;--on:#14162a}}' +
  'body{margin:0;background:none;font:15px/1.5 system-ui,sans-serif;color:var(--ink)}' +
  'article{box-sizing:border-box;min-height:100vh;padding:20px;border:1px solid var(--line);border-radius:12px;background:var(--bg)}' +
  'h1{font:500 22px/1.25 Georgia,serif;margin:0 0 8px}p{margin:0 0 4px;color:var(--soft)}.places{color:var(--ink);font-weight:600}' +
  'a{display:inline-block;margin-top:12px;padding:12px 18px;border-radius:8px;background:var(--accent);color:var(--on);text-decoration:none;font-weight:550}' +
  'a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}'

const documentOf = (title: string, content: string, language: Language): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><article>${content}</article></body></html>`

const linkTo = (address: string, words: string): string =>
  `<a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(words)}</a>`

/** Returns a card that says why it shows no event: a refusal in a frame would look like a broken site. */
export const embedGoneHtml = (origin: string, language: Language): string => {
  const says = translate(texts.gone, language)
  return documentOf(
    says,
    `<p>${escapeHtml(says)}</p>${linkTo(`${origin}/events`, translate(texts.see_events, language))}`,
    language,
  )
}

/** Returns a card of one event without any script, for the page of somebody else. Its link opens in a new tab. */
export const embedHtml = (event: EventCard, origin: string, language: Language, now: Date): string => {
  const price =
    event.price_from === null
      ? ''
      : event.price_from === 0
        ? translate(texts.free_entry, language)
        : translate(texts.price_from, language, { price: formatMoney(event.price_from, event.currency, language) })
  const line = (text: string | null, kind = '') =>
    text ? `<p${kind === '' ? '' : ` class="${kind}"`}>${escapeHtml(text)}</p>` : ''
  return documentOf(
    event.name,
    `<h1>${escapeHtml(event.name)}</h1>` +
      line(formatRange(event.starts_at, event.ends_at, language, event.time_zone)) +
      line(event.place) +
      line(price) +
      line(openingOf(event, language, now), 'places') +
      linkTo(`${origin}/events/${event.slug}`, translate(texts.see, language)),
    language,
  )
}

/** Sends a page that other sites may show in a frame. No other page of ours can be framed. */
export const asEmbedded = (reply: FastifyReply, html: string): FastifyReply =>
  asPage(reply, html)
    .removeHeader('x-frame-options')
    // Sites that embed only what allows it can show the card, too.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'content-security-policy',
      String(reply.getHeader('content-security-policy')).replace("frame-ancestors 'none'", 'frame-ancestors *'),
    )
