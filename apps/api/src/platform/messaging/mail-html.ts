import { type Block, readMarks } from '@shiloh/contract/text/marks'
import { escapeHtml, LINKS } from '../text/html.ts'
import type { Written } from './written.ts'

/** The product's colours, light and dark. Mail programs without media queries show the light ones. */
const STYLE =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  'body,.bg{background:#FAF8F4;color:#1D1C22}h1,.serif{font-family:Newsreader,Georgia,"Noto Serif",serif;font-weight:500}' +
  'a{color:#2F3A78}.quiet{color:#4F4C55}.gold{color:#76560F}.line{border-color:#E3DED4!important}' +
  '.button{background:#2F3A78;color:#FFFFFF!important}' +
  '@media (prefers-color-scheme:dark){body,.bg{background:#12131A!important;color:#EEEBE4!important}a{color:#AAB4F2!important}' +
  '.quiet{color:#BFBBB4!important}.gold{color:#E2C27A!important}.line{border-color:#2B2E3A!important}' +
  '.button{background:#AAB4F2!important;color:#14162A!important}}'

const linked = (escaped: string): string => escaped.replace(LINKS, (url) => `<a href="${url}">${url}</a>`)

const markedBlock = ({ kind, lines }: Block): string => {
  const [only, ...others] = lines
  if (kind === 'paragraph' && others.length === 0 && only?.length === 1 && !only[0]?.bold)
    return paragraph(only[0]?.text ?? '')
  const html = lines.map((line) =>
    line
      .map(({ text, bold }) => {
        const words = linked(escapeHtml(text))
        return bold ? `<strong>${words}</strong>` : words
      })
      .join(''),
  )
  return kind === 'list'
    ? `<ul style="margin:0 0 16px;padding-left:22px">${html.map((item) => `<li style="margin:0 0 4px">${item}</li>`).join('')}</ul>`
    : `<p style="margin:0 0 16px">${html.join('<br>')}</p>`
}

/** A link alone on its line becomes a button. */
const paragraph = (text: string): string => {
  const escaped = escapeHtml(text.trim())
  if (/^https?:\/\/\S+$/.test(text.trim()))
    return `<p style="margin:24px 0"><a href="${escaped}" style="font-weight:600;word-break:break-all">${escaped}</a></p>`
  return `<p style="margin:0 0 16px">${linked(escaped).replace(/\n/g, '<br>')}</p>`
}

/** The subject as a heading, followed by the paragraphs of the text part. */
export const mailParagraphs = ({ subject, text, marked = false }: Written): string =>
  `<h1 style="font-size:26px;line-height:1.2;margin:0 0 20px">${escapeHtml(subject)}</h1>` +
  (marked ? readMarks(text).map(markedBlock) : text.split(/\n{2,}/).map(paragraph)).join('')

/** Returns the HTML part of a mail around its content, which is already HTML. */
export const mailHtml = (subject: string, content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>` +
  '<body class="bg" style="margin:0"><div class="bg" style="max-width:560px;margin:0 auto;padding:32px 20px;font:16px/1.6 Inter,Roboto,Arial,sans-serif">' +
  content +
  '</div></body></html>'
