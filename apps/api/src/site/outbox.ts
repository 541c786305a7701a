import { ID_PATTERN } from '@shiloh/contract/core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { API_PREFIX } from '#platform/config'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { readAttachment, readOutbox } from '#platform/messaging/messages.store'
import { escapeHtml, LINKS } from '#platform/text/html'
import { asPage } from '#platform/text/html-page'

const CODE = /(?<![\d/=-])\d{6}(?![\d])/g

const attachmentUrl = (messageId: string, { position }: { readonly position: number }): string =>
  `${API_PREFIX}/dev/outbox/${messageId}/${position}`

const messages = async (deps: Deps, to: string | undefined) =>
  (await readOutbox(deps.db, to)).map((row) => {
    const text = row.body ?? ''
    return {
      _id: row.id,
      to: row.recipient,
      channel: row.channel,
      subject: row.subject ?? '',
      text,
      links: text.match(LINKS) ?? [],
      codes: text.replace(LINKS, '').match(CODE) ?? [],
      created_at: row.created_at.toISOString(),
      // The rendered mail is stored beside its attachments.
      html:
        row.attachments
          .filter(({ content_id }) => content_id === 'mail')
          .map((part) => attachmentUrl(row.id, part))[0] ?? null,
      attachments: row.attachments
        .filter(({ content_id }) => content_id !== 'mail')
        .map((part) => ({
          name: part.name,
          mime: part.mime,
          size: part.size,
          inline: part.content_id !== null,
          url: attachmentUrl(row.id, part),
        })),
    }
  })

const reader = z.object({ id: z.string().regex(ID_PATTERN), position: z.coerce.number().int().min(0).max(99) })

const kilobytes = (size: number): string => `${Math.max(1, Math.round(size / 1024))} kB`

const recipient = (query: unknown): string | undefined => {
  const to: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'to') : undefined
  return typeof to === 'string' && to !== '' ? to : undefined
}

/** Returns the rendered mail and its attachments. */
const attached = ({ html, attachments }: Awaited<ReturnType<typeof messages>>[number]): string => {
  const links = [
    ...(html === null ? [] : [`<a href="${html}">HTML</a>`]),
    ...attachments.map(({ url, name, size }) => `<a href="${url}">${escapeHtml(name)}</a>, ${kilobytes(size)}`),
  ]
  return links.length === 0 ? '' : `<p>${links.join(' · ')}</p>`
}

/** Adds the page where mails and SMS can be read when no provider is configured. Not registered in production. */
export const addOutbox = (server: FastifyInstance, deps: Deps): void => {
  server.get(`${API_PREFIX}/dev/outbox`, async (request) => ({
    message: 'OK',
    data: await messages(deps, recipient(request.query)),
  }))
  server.get(`${API_PREFIX}/dev/outbox/:id/:position`, async (request, reply) => {
    const wanted = reader.safeParse(request.params)
    const part = wanted.success ? await readAttachment(deps.db, wanted.data.id, wanted.data.position) : undefined
    if (!wanted.success || !part?.content) throw new AppError('not_found')
    if (part.mime !== 'text/html')
      return reply.type(part.mime).header('content-disposition', `inline; filename="${part.name}"`).send(part.content)
    const inline = (await readOutbox(deps.db, undefined)).find(({ id }) => id === wanted.data.id)?.attachments ?? []
    const html = inline.reduce(
      (text, each) => text.replaceAll(`cid:${each.content_id}"`, `${attachmentUrl(wanted.data.id, each)}"`),
      part.content.toString(),
    )
    return (
      reply
        .type('text/html; charset=utf-8')
        // The mail as a mail program shows it. Its styles are in attributes, and nothing else is on this page.
        .header('content-security-policy', "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
        .send(html)
    )
  })
  server.get('/dev/outbox', async (request, reply) => {
    const found = await messages(deps, recipient(request.query))
    const rows = found.map(
      (message) =>
        `<article><h2>${escapeHtml(message.subject || message.channel)}</h2><p><b>${escapeHtml(message.to)}</b> ${message.channel}, ${message.created_at}</p><pre>${escapeHtml(message.text).replace(LINKS, (url) => `<a href="${url}">${url}</a>`)}</pre>${attached(message)}</article>`,
    )
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title><style>body{font:15px/1.6 system-ui,sans-serif;max-width:720px;margin:0 auto;padding:32px 20px;background:#faf8f4;color:#1d1c22}article{border-top:1px solid #e3ded4;padding:16px 0}h1,h2{font-family:Georgia,serif;font-weight:500}h2{font-size:20px;margin:0}p{margin:0;color:#4f4c55}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}@media(prefers-color-scheme:dark){body{background:#12131a;color:#eeebe4}p{color:#bfbbb4}article{border-color:#2b2e3a}a{color:#aab4f2}}</style></head><body><h1>Outbox</h1>${rows.join('') || '<p>Nothing has been sent yet.</p>'}</body></html>`
    return asPage(reply, page).send(page)
  })
}
