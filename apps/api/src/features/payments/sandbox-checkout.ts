import { defineTexts, isLanguage, type Language, type Translate } from '@shiloh/contract/core'
import { formatMoneyInText } from '@shiloh/contract/text/format'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '#platform/config'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { escapeHtml } from '#platform/text/html'
import { asPage } from '#platform/text/html-page'
import { translate, translator } from '#platform/text/texts'
import { providersOf } from './providers/index.ts'
import { decideCharge, findCharge } from './providers/sandbox.store.ts'
import { sandboxCheckoutPath, sandboxSignature } from './providers/sandbox.ts'

const texts = defineTexts('server/sandbox-checkout', {
  title: 'Test payment',
  note: 'This is a test payment. No money moves.',
  due: 'To pay',
  reference: 'Reference',
  pay: 'Pay {amount}',
  decline: 'Let it be declined',
  leave: 'Leave without paying',
  done: 'This payment has already been decided.',
  back: 'Back to the reservation',
})

const languageOf = (request: FastifyRequest): Language => {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  return isLanguage(wanted) ? wanted : 'en'
}

const STYLE =
  ':root{--bg:#FAF8F4;--surface:#fff;--ink:#1D1C22;--ink2:#4F4C55;--line:#E3DED4;--strong:#8C867C;--accent:#2F3A78;--on:#fff;color-scheme:light dark}' +
  '@media(prefers-color-scheme:dark){:root{--bg:#12131A;--surface:#191B24;--ink:#EEEBE4;--ink2:#BFBBB4;--line:#2B2E3A;--strong:#717685;--accent:#AAB4F2;--on:#14162A}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.6 Inter,Roboto,system-ui,sans-serif}' +
  'main{max-width:440px;margin:0 auto;padding:56px 20px}h1{font:500 34px/1.15 Newsreader,Georgia,serif;margin:0 0 8px}p{margin:0 0 24px;color:var(--ink2)}' +
  'dl{border-top:1px solid var(--line);margin:0 0 28px}dl div{display:flex;justify-content:space-between;gap:16px;padding:13px 0;border-bottom:1px solid var(--line)}dt{color:var(--ink2)}dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;text-align:right}' +
  'button,a.b{display:block;width:100%;min-height:48px;padding:11px 16px;margin:0 0 12px;border-radius:6px;border:1px solid var(--strong);background:none;color:var(--ink);font:600 16px/1.5 inherit;font-family:inherit;text-align:center;text-decoration:none;cursor:pointer}' +
  'button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}:focus-visible{outline:2px solid var(--accent);outline-offset:3px}'

const html = (language: Language, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(translate(texts.title, language))}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(translate(texts.title, language))}</h1>${body}</main></body></html>`

const referenceOf = (request: FastifyRequest): string => {
  const reference: unknown = Reflect.get(Object(request.params), 'reference')
  return typeof reference === 'string' ? reference : ''
}

const DECISIONS = { pay: 'success', decline: 'failed', leave: 'abandoned' } as const

/**
 * Adds the sandbox provider's checkout page, and the notice that it sends to our webhook after the person decides.
 * Payments return over the same three ways as with a real provider. Registered only if the sandbox is the provider.
 */
export const addSandboxCheckout = (server: FastifyInstance, deps: Deps): void => {
  if (!providersOf(deps).some((provider) => provider.name === 'sandbox')) return

  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const language = languageOf(request)
    const charge = await findCharge(deps.db, referenceOf(request))
    if (!charge) throw new AppError('not_found')
    const amount = formatMoneyInText(charge.amount, charge.currency, language)
    const plain = translator(texts, language)
    const say: Translate<typeof texts> = (key, ...values) => escapeHtml(plain(key, ...values))
    const facts = `<dl><div><dt>${say('due')}</dt><dd>${escapeHtml(amount)}</dd></div><div><dt>${say('reference')}</dt><dd>${escapeHtml(charge.reference)}</dd></div></dl>`
    const actions =
      charge.status === 'ongoing'
        ? `<form method="post"><button class="main" name="decision" value="pay">${say('pay', { amount })}</button><button name="decision" value="decline">${say('decline')}</button><button name="decision" value="leave">${say('leave')}</button></form>`
        : `<p>${say('done')}</p><a class="b" href="${escapeHtml(charge.return_url)}">${say('back')}</a>`
    const page = html(language, `<p>${say('note')}</p>${facts}${actions}`)
    return asPage(reply, page).header('cache-control', 'no-store').send(page)
  }

  server.get(sandboxCheckoutPath(':reference'), show)
  server.post(sandboxCheckoutPath(':reference'), async (request, reply) => {
    const reference = referenceOf(request)
    const charge = await findCharge(deps.db, reference)
    if (!charge) throw new AppError('not_found')
    const chosen: unknown = Reflect.get(Object(request.body), 'decision')
    const decision = chosen === 'pay' || chosen === 'decline' || chosen === 'leave' ? DECISIONS[chosen] : undefined
    if (!decision) throw new AppError('malformed_request')
    if (await decideCharge(deps.db, reference, decision)) {
      const body = JSON.stringify({ event: `charge.${decision}`, reference })
      await server.inject({
        method: 'POST',
        url: `${API_PREFIX}/payments/webhooks/sandbox`,
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': sandboxSignature(deps.crypto, body) },
        payload: body,
      })
    }
    return reply.redirect(charge.return_url, 303)
  })
}
