import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { coverSvg } from '@shiloh/contract/events/covers'
import type { PublicFrame } from '@shiloh/contract/events/public-pages'
import { accentOf, defaultAccentColor } from '@shiloh/contract/text/accent'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { Mark } from '../base/mark.tsx'
import base from './base.css?inline'
import { texts } from './texts.ts'

/** Returns the address of a page in one language. */
export function inLanguage(path: string, language: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
}

/** Returns the organisation's accent, which overrides the product's, for light and dark mode. */
function accentStyle(color: string | null): string {
  if (!color || color.toUpperCase() === defaultAccentColor) return ''
  const { light, dark } = accentOf(color)
  const lines = (scheme: typeof light) =>
    `:root{--accent:${scheme.accent};--accent-hover:${scheme.hover};--on-accent:${scheme.onAccent}}`
  return `${lines(light)}@media(prefers-color-scheme:dark){${lines(dark)}}`
}

export interface Preview {
  readonly title: string
  readonly description: string
  /** A path or full URL. */
  readonly image?: string | null
  readonly type?: 'website' | 'article'
  readonly jsonLd?: unknown
  readonly noIndex?: boolean
}

/** Returns JSON for a script element. Escapes everything that could end the element. */
const scriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

function Head({ frame, preview, css }: { frame: PublicFrame; preview: Preview; css: string }) {
  const { origin, path, organisation, language } = frame
  const title = preview.title === organisation.name ? preview.title : `${preview.title} · ${organisation.name}`
  const full = (url: string) => (url.startsWith('/') ? origin + url : url)
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <title>{title}</title>
      <meta name="description" content={preview.description} />
      {preview.noIndex ? <meta name="robots" content="noindex" /> : null}
      <meta name="theme-color" content="#FAF8F4" media="(prefers-color-scheme:light)" />
      <meta name="theme-color" content="#12131A" media="(prefers-color-scheme:dark)" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/app.webmanifest" />
      <link rel="apple-touch-icon" href="/icons/app-180.png" />
      <link rel="canonical" href={origin + path} />
      {LANGUAGES.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={origin + inLanguage(path, one)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + path} />
      <meta property="og:title" content={preview.title} />
      <meta property="og:description" content={preview.description} />
      <meta property="og:type" content={preview.type ?? 'website'} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:site_name" content={organisation.name} />
      <meta property="og:locale" content={language} />
      {preview.image ? <meta property="og:image" content={full(preview.image)} /> : null}
      <meta name="twitter:card" content={preview.image ? 'summary_large_image' : 'summary'} />
      <link rel="preload" href="/fonts/serif-500.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, inlined so that nothing blocks the first paint */}
      <style dangerouslySetInnerHTML={{ __html: base + css + accentStyle(organisation.color) }} />
      {preview.jsonLd ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(preview.jsonLd) }} />
      ) : null}
    </head>
  )
}

function Languages({ frame }: { frame: PublicFrame }) {
  const t = useT(texts)
  return (
    <nav aria-label={t('language')}>
      <details className="ln">
        <summary>{languageName(frame.language)}</summary>
        <div className="mn">
          {LANGUAGES.map((one) => (
            <a
              key={one}
              href={inLanguage(frame.path, one)}
              hrefLang={one}
              lang={one}
              aria-current={one === frame.language ? 'true' : undefined}
            >
              {languageName(one)}
            </a>
          ))}
        </div>
      </details>
    </nav>
  )
}

interface FrameProps {
  frame: PublicFrame
  preview: Preview
  /** The page's own styles, after the shared ones. */
  css: string
  /** Fixed at the bottom of the page on phones. */
  bar?: ReactNode
  children: ReactNode
}

/** The document of a public page: head, header with language and sign-in, footer. No scripts. */
export function PublicDocument({ frame, preview, css, bar, children }: FrameProps) {
  const t = useT(texts)
  const { organisation } = frame
  return (
    <html lang={frame.language}>
      <Head frame={frame} preview={preview} css={css} />
      <body>
        <a className="skip" href="#content">
          {t('skip')}
        </a>
        <header>
          <div className="w">
            <a className="lg" href="/">
              {organisation.logo_url ? <img src={organisation.logo_url} alt="" /> : <Mark />}
              <span className="nf">{organisation.name}</span>
              <span className="ns">{organisation.short_name}</span>
            </a>
            <Languages frame={frame} />
            {/* The start page of the app leads each account to its own area. */}
            <a className="si" href={frame.is_signed_in ? '/' : '/auth/login'}>
              {t(frame.is_signed_in ? 'my_area' : 'sign_in')}
            </a>
          </div>
        </header>
        <main className="w" id="content">
          {children}
        </main>
        <footer>
          <div className="w">
            <p>{t('footer', { name: organisation.name })}</p>
            <a href="/events">{t('events')}</a>
            <a href="/privacy-policy">{t('privacy')}</a>
            <a href="/terms">{t('terms')}</a>
            {organisation.email ? <a href={`mailto:${organisation.email}`}>{t('contact')}</a> : null}
          </div>
        </footer>
        {bar}
      </body>
    </html>
  )
}

/**
 * An image, or the generated cover. The first one of a page loads immediately, the others when they scroll into view.
 */
export function Cover({ id, url, first = false }: { id: string; url: string | null; first?: boolean }) {
  return url ? (
    <span className="cv">
      <img src={url} alt="" {...(first ? { fetchPriority: 'high' } : { loading: 'lazy' })} />
    </span>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
    <span className="cv" dangerouslySetInnerHTML={{ __html: coverSvg(id) }} />
  )
}

/** A page with a single message. */
export function NoticePage({
  frame,
  kind,
  message = '',
}: {
  frame: PublicFrame
  kind: 'not_found' | 'maintenance'
  /** Replaces our own text. */
  message?: string
}) {
  const t = useT(texts)
  const title = t(kind)
  const hint = message || t(`${kind}_hint`)
  return (
    <PublicDocument frame={frame} preview={{ title, description: hint, noIndex: true }} css="">
      <div className="note">
        <Mark size={40} />
        <h1>{title}</h1>
        <p className="dim">{hint}</p>
        {kind === 'not_found' ? (
          <a className="btn" href="/events">
            {t('see_events')}
          </a>
        ) : null}
      </div>
    </PublicDocument>
  )
}
