import sanitizeHtml from 'sanitize-html'
import { API_PREFIX } from '../config.ts'
import { escapeHtml, LINKS } from './html.ts'

/** The address of a file of this installation. */
const OURS = new RegExp(`^${API_PREFIX}/files/[0-9a-f]{24}$`)

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
    'figure',
    'img',
    'figcaption',
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    a: (_, { href = '' }) => ({ tagName: 'a', attribs: { href, rel: 'noopener nofollow' } }),
    img: (_, { src = '', alt = '' }) => ({ tagName: 'img', attribs: { src, alt, loading: 'lazy' } }),
  },
  // A picture from elsewhere would tell its server who reads. Nothing is left of an empty caption, nor of a figure
  // without its picture.
  exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
    (tag === 'img' && !OURS.test(attribs['src'] ?? '')) ||
    (tag === 'figcaption' && text.trim() === '') ||
    (tag === 'figure' && !mediaChildren.includes('img')),
}

const HAS_TAGS = /<\/?[a-z][^<>]*>/i

/** A picture of this installation, alone in its paragraph: `![caption](/api/v1/files/…)`. */
const PICTURE = new RegExp(`^!\\[([^\\]\n]*)\\]\\((${API_PREFIX}/files/[0-9a-f]{24})\\)$`)
const HEADING = /^## +(\S[^\n]*)$/
const BOLD = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g

const inline = (text: string): string =>
  escapeHtml(text)
    .replace(LINKS, (url) => `<a href="${url}" rel="noopener nofollow">${url}</a>`)
    .replace(BOLD, '<strong>$1</strong>')

/** Returns the lines without their mark if all of them have it. */
const marked = (lines: readonly string[], mark: string): string[] | undefined =>
  lines.every((line) => line.startsWith(mark)) ? lines.map((line) => line.slice(mark.length)) : undefined

const blockOf = (paragraph: string): string => {
  const picture = PICTURE.exec(paragraph)
  if (picture) {
    const [, caption = '', url = ''] = picture
    const says = escapeHtml(caption)
    return `<figure><img src="${url}" alt="${says}" loading="lazy">${says && `<figcaption>${says}</figcaption>`}</figure>`
  }
  const heading = HEADING.exec(paragraph)
  if (heading) return `<h2>${inline(heading[1] ?? '')}</h2>`
  const lines = paragraph.split('\n')
  const items = marked(lines, '- ')
  if (items) return `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
  const quoted = marked(lines, '> ')
  if (quoted) return `<blockquote>${quoted.map(inline).join('<br>')}</blockquote>`
  return `<p>${inline(paragraph).replaceAll('\n', '<br>')}</p>`
}

/**
 * Returns an administrator's text as safe HTML: formatted text is reduced to a few harmless elements and our own pictures. Plain text becomes
 * paragraphs with links; a few marks make headings (`## `), lists (`- `), quotes (`> `), bold text (`**`) and pictures.
 */
export const renderRichText = (text: string): string => {
  if (HAS_TAGS.test(text)) return sanitizeHtml(text, OPTIONS).trim()
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => blockOf(paragraph.trim()))
    .join('')
}
