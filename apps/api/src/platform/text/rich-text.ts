import sanitizeHtml from 'sanitize-html'
import { escapeHtml, LINKS } from './html.ts'

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'a',
    'hr',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: (_, { href = '' }) => ({ tagName: 'a', attribs: { href, rel: 'noopener nofollow' } }),
  },
}

const HAS_TAGS = /<\/?[a-z][^<>]*>/i

/**
 * Returns an administrator's text as safe HTML: formatted text is reduced to a few harmless elements, and plain text
 * becomes paragraphs with links.
 */
export const renderRichText = (text: string): string => {
  if (HAS_TAGS.test(text)) return sanitizeHtml(text, OPTIONS).trim()
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => {
      const html = escapeHtml(paragraph.trim())
        .replace(LINKS, (url) => `<a href="${url}" rel="noopener nofollow">${url}</a>`)
        .replaceAll('\n', '<br>')
      return `<p>${html}</p>`
    })
    .join('')
}
