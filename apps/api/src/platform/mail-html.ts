import { escapeHtml, LINKS } from './html.ts'

/** A message as a person reads it. Every link and code stands in the text; the HTML is made from the same text. */
export interface Written {
  /** Of an SMS: empty. */
  readonly subject: string
  readonly text: string
}

/** A link alone on its line is the one thing to do: it becomes the button. */
const paragraph = (text: string): string => {
  const escaped = escapeHtml(text.trim())
  if (/^https?:\/\/\S+$/.test(text.trim()))
    return `<p style="margin:24px 0"><a href="${escaped}" style="color:#2F3A78;font-weight:600;word-break:break-all">${escaped}</a></p>`
  return `<p style="margin:0 0 16px">${escaped.replace(LINKS, (url) => `<a href="${url}" style="color:#2F3A78">${url}</a>`).replace(/\n/g, '<br>')}</p>`
}

/** The HTML part of a mail: the same words as its text part, in the colours of the house. */
export const mailHtml = ({ subject, text }: Written): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
  '<body style="margin:0;background:#FAF8F4"><div style="max-width:560px;margin:0 auto;padding:32px 20px;font:16px/1.6 Inter,Roboto,Arial,sans-serif;color:#1D1C22">' +
  `<h1 style="font:500 26px/1.2 Georgia,serif;margin:0 0 20px">${escapeHtml(subject)}</h1>` +
  text
    .split(/\n{2,}/)
    .map(paragraph)
    .join('') +
  '</div></body></html>'
