import { DEFAULT_PAGE_SIZE, type Language } from '@shiloh/contract/core'
import { EVENT_KINDS } from '@shiloh/contract/events/events'
import type { PublicPage } from '@shiloh/contract/events/public-pages'
import {
  type AppPage,
  isSignInKind,
  type PaintedKind,
  type PaintedPage,
  type RenderApp,
  type RenderSignIn,
  type SignInPage,
  signInWay,
} from '@shiloh/contract/identity/painted'
import { readTicketPath } from '@shiloh/contract/reservations/ticket-code'
import { textIn } from '@shiloh/contract/text/translations'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faqsFor } from '#features/content'
import { listCards, listKinds, listSlugs, memberEventView, publicEventView } from '#features/events'
import { publicSettingsOf, readClientGroup, readSettings } from '#features/organisation'
import { receiptOf } from '#features/reservations'
import type { HotKey } from '#http/hot'
import { sha256 } from '#platform/auth/crypto'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { findStorageKey } from '#platform/files/files.store'
import { escapeHtml } from '#platform/text/html'
import { asPage, sendApp } from '#platform/text/html-page'
import { calendarFeed, calendarOf } from './calendar.ts'
import { asEmbedded, embedGoneHtml, embedHtml } from './embed.ts'
import { LEGAL_UPDATED_AT, legalHtml } from './legal.ts'
import { manifestOf } from './manifest.ts'
import {
  LANGUAGE_COOKIE,
  looksSignedIn,
  pageLanguage,
  paramText,
  pathWithoutLanguage,
  queryText,
  spokenLanguage,
  usedSignInWay,
} from './request.ts'
import { shareImage } from './share.ts'
import type { Shell } from './shell.ts'
import { frameOf, publicEventOf, publicReceiptOf } from './views.ts'

export interface Site {
  /** Renders a public page. Built by the web workspace. */
  readonly render: (page: PublicPage) => string
  /** Paints the sign-in, as the app shows it. */
  readonly signIn: RenderSignIn
  /** Paints a page of the app, as the app shows it before it knows whose it is. */
  readonly app: RenderApp
  readonly shell: Shell
}

const LANDING_EVENTS = 6
/** Events that are painted before the app comes with all of them. */
const PAINTED_EVENTS = 6
/** Events of the calendar to subscribe to. */
const FEED_EVENTS = 500
/** The number of FAQs on every event's page. */
const FAQS = 8
const A_YEAR = 31_536_000
const MAX_PAGE = 1000
/** Painted pages that are kept: those of all languages, and some hundred events. */
const MAX_PAINTED = 1000

/** Areas of the app: each with all below. The app shows its own page for an unknown one. */
const AREAS = [
  'auth',
  'security',
  'admin',
  'vendor',
  'check-in',
  'reservations',
  'offers',
  'allotments',
  'blog',
  'support',
]
/** Single pages of the app. */
const PAGES = ['room-mates', 'spouse', 'blogs', 'notifications', 'complete', 'consent']
/** Only answers of routes are compressed: a page that is not found is not. */
const APP_PATHS = [...AREAS.flatMap((area) => [`/${area}`, `/${area}/*`]), ...PAGES.map((page) => `/${page}`)]

const HOT_PAGE = /^\/(events(\/[a-z0-9-]+)?)?(\?|$)/

/** Returns a cache key for pages that are the same for every visitor with the same language. */
export const hotPage: HotKey = (request) => {
  const { url = '' } = request
  if (!HOT_PAGE.test(url) || url.includes('lang=') || looksSignedIn(request)) return null
  return `${spokenLanguage(request)} ${url}`
}

/** The gate and the tickets are kept on their phones with all files of a release: nothing that changes is painted there. */
const KEPT_PAGE = /^\/(check-in(\/|$)|reservations\/tickets$)/

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/'

/** The part of a page that does not depend on the visitor: its kind and content. */
type Content = PublicPage extends infer P ? (P extends { frame: unknown } ? Omit<P, 'frame'> : never) : never

const signInKind = (request: FastifyRequest): PaintedKind => {
  const asked = queryText(request, 'as')
  return isSignInKind(asked) ? asked : 'user'
}

/** Adds pages that need no script, and the app for those who are signed in. */
export const addSite = (server: FastifyInstance, deps: Deps, { render, signIn, app, shell }: Site): void => {
  const origin = deps.config.publicUrl
  const work = () => ({ db: deps.db, deps, now: deps.clock() })
  const workFor = (request: FastifyRequest) => ({ ...work(), language: pageLanguage(request) })

  /** @param path of the page that is painted, if it is another one than that of the request */
  const sendShell = (request: FastifyRequest, reply: FastifyReply, painted?: PaintedPage, path = pathOf(request)) =>
    sendApp(
      reply.header('cache-control', 'no-cache').header('vary', 'Accept-Language, Cookie'),
      shell.page(path, spokenLanguage(request), painted),
      deps.random.bytes(16).toString('base64'),
    )

  // A registration that opens brings many to the same page: it is painted once for each language and kind.
  const painted = new Map<string, { readonly of: string; readonly page: Promise<PaintedPage> }>()
  const paintOnce = (key: string, shows: unknown, paint: () => Promise<PaintedPage>): Promise<PaintedPage> => {
    const of = JSON.stringify(shows)
    const known = painted.get(key)
    if (known?.of === of) return known.page
    const page = paint()
    if (painted.size >= MAX_PAINTED) painted.clear()
    painted.set(key, { of, page })
    page.catch(() => painted.delete(key))
    return page
  }
  const paintPage = async (
    request: FastifyRequest,
    kind: PaintedKind,
    ahead?: SignInPage['ahead'],
  ): Promise<PaintedPage | undefined> => {
    const language = spokenLanguage(request)
    const settings = publicSettingsOf(await readSettings(deps.db), language)
    // The app goes on to another page.
    if (kind === 'register' && (settings.sign_ups_disabled || settings.general_settings.enable_maintenance_mode))
      return undefined
    const organisation = await readClientGroup(deps.db, language)
    const way = kind === 'register' ? undefined : signInWay(kind, queryText(request, 'with'), usedSignInWay(request))
    const page: SignInPage = { language, kind, settings, organisation, ...(way && { way }), ...(ahead && { ahead }) }
    return paintOnce(`${language} ${kind} ${way ?? ''} ${ahead?.path ?? ''}`, page, () => signIn(page))
  }
  const eventAt = async (language: Language, idOrSlug: string) => {
    try {
      return await memberEventView({ ...work(), language }, idOrSlug)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  }
  /** Paints a page of the app as far as everybody sees the same of it. Undefined: nothing of it is known. */
  const paintApp = async (request: FastifyRequest): Promise<PaintedPage | undefined> => {
    const path = pathOf(request)
    if (path === '/' || KEPT_PAGE.test(path)) return undefined
    const language = spokenLanguage(request)
    const isSignedIn = looksSignedIn(request)
    const now = deps.clock()
    const route = shell.routeOf(path) ?? ''
    const isEvent = route === '/events/$id' || route === '/events/$id/reserve'
    const [stored, organisation, cards, event] = await Promise.all([
      readSettings(deps.db),
      readClientGroup(deps.db, language),
      route === '/home' && isSignedIn
        ? listCards(deps.db, now, language, { when: 'upcoming' }, { page: 1, page_size: PAINTED_EVENTS })
        : undefined,
      isEvent && isSignedIn ? eventAt(language, paramText(request, 'id')) : undefined,
    ])
    const settings = publicSettingsOf(stored, language)
    // The app says so.
    if (settings.general_settings.enable_maintenance_mode) return undefined
    const page: AppPage = {
      language,
      // One page is painted for all records of a route.
      path: route.replace(/\$\w+/g, event?.slug ?? '-') || '/-',
      isSignedIn,
      settings,
      organisation,
      ...(cards && { events: cards.items }),
      ...(event && { event }),
      ...(event && route === '/events/$id' && { faqs: await faqsFor(deps.db, language, {}) }),
    }
    // Whether registration is open changes with the time.
    const minute = cards || event ? Math.floor(now.getTime() / 60_000) : 0
    return paintOnce(`${language} ${isSignedIn} ${page.path} ${event?._id ?? ''}`, { page, minute }, () => app(page))
  }
  const sendPainted = async (request: FastifyRequest, reply: FastifyReply) =>
    sendShell(request, reply, await paintApp(request))

  const draw = async (request: FastifyRequest, path: string, content: Content): Promise<string> => {
    const language = pageLanguage(request)
    const organisation = await readClientGroup(deps.db, language)
    const page = { language, origin, path, is_signed_in: looksSignedIn(request), now: deps.clock() }
    return render({ frame: frameOf(organisation, page), ...content })
  }

  /**
   * Returns the page and its status: an unknown one is the 404 page, and maintenance mode closes all but what must stay
   * open.
   */
  const decide = async (
    content: () => Promise<Content>,
    isOpen: boolean,
    language: Language,
  ): Promise<{ status: number; content: Content }> => {
    const general = isOpen ? undefined : (await readSettings(deps.db)).general_settings
    if (general?.enable_maintenance_mode)
      return {
        status: 503,
        content: { kind: 'maintenance', message: textIn(general, 'maintenance_message', language) },
      }
    try {
      return { status: 200, content: await content() }
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error
      return { status: 404, content: { kind: 'not-found' } }
    }
  }

  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    content: () => Promise<Content>,
    options: { readonly open?: boolean } = {},
  ): Promise<FastifyReply> => {
    const language = pageLanguage(request)
    const decided = await decide(content, options.open ?? false, language)
    const path = decided.status === 404 ? '/' : pathWithoutLanguage(request)
    const html = await draw(request, path, decided.content)
    const etag = `"${sha256(html).slice(0, 27)}"`
    void asPage(reply, html).code(decided.status).header('etag', etag).header('vary', 'Accept-Language, Cookie')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'public, max-age=0, must-revalidate')
    if (queryText(request, 'lang') === language)
      void reply.header('set-cookie', `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax`)
    if (decided.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.send(html)
  }

  const landing = async (request: FastifyRequest): Promise<Content> => {
    const { items } = await listCards(
      deps.db,
      deps.clock(),
      pageLanguage(request),
      { when: 'upcoming' },
      { page: 1, page_size: LANDING_EVENTS },
    )
    return { kind: 'landing', events: items }
  }

  const eventList = async (request: FastifyRequest): Promise<Content> => {
    const when = queryText(request, 'when') === 'past' ? 'past' : 'upcoming'
    const kind = EVENT_KINDS.find((one) => one === queryText(request, 'kind')) ?? null
    const search = (queryText(request, 'search') ?? '').trim().slice(0, 200)
    const wanted = Number(queryText(request, 'page') ?? '1')
    const page = Number.isInteger(wanted) && wanted > 0 && wanted <= MAX_PAGE ? wanted : 1
    const now = deps.clock()
    const { items, total } = await listCards(
      deps.db,
      now,
      pageLanguage(request),
      { when, ...(kind ? { kind } : {}), search },
      { page, page_size: DEFAULT_PAGE_SIZE },
    )
    return {
      kind: 'events',
      events: items,
      when,
      event_kind: kind,
      search,
      kinds: await listKinds(deps.db, now, when),
      page,
      total_pages: Math.max(1, Math.ceil(total / DEFAULT_PAGE_SIZE)),
    }
  }

  server.get('/', (request, reply) =>
    looksSignedIn(request) ? sendPainted(request, reply) : sendPage(request, reply, () => landing(request)),
  )
  server.get('/events', (request, reply) =>
    looksSignedIn(request) ? sendPainted(request, reply) : sendPage(request, reply, () => eventList(request)),
  )
  server.get('/events/:id', (request, reply) => {
    if (looksSignedIn(request)) return sendPainted(request, reply)
    // Reaching for the button fetches the page behind it, where the browser knows how to.
    void reply.header('speculation-rules', '"/speculation-rules.json"')
    return sendPage(request, reply, async () => {
      const event = await publicEventView(workFor(request), paramText(request, 'id'))
      return {
        kind: 'event',
        event: publicEventOf(event, (await faqsFor(deps.db, pageLanguage(request), {})).slice(0, FAQS)),
      }
    })
  })
  // A visitor signs in first. What they wanted is said there, and kept.
  server.get('/events/:id/reserve', async (request, reply) => {
    const event = looksSignedIn(request) ? undefined : await eventAt(spokenLanguage(request), paramText(request, 'id'))
    if (!event) return sendPainted(request, reply)
    const ahead = { path: `/events/${event.slug}/reserve`, name: event.name }
    return sendShell(request, reply, await paintPage(request, 'user', ahead), '/auth/login')
  })
  server.get('/events/:id/calendar.ics', async (request, reply) => {
    const event = await publicEventView(workFor(request), paramText(request, 'id'))
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${event.slug}.ics"`)
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'Accept-Language, Cookie')
      .send(calendarOf(event, origin, deps.clock()))
  })
  const isClosed = async () => (await readSettings(deps.db)).general_settings.enable_maintenance_mode
  server.get('/events.ics', async (request, reply) => {
    if (await isClosed()) throw new AppError('maintenance_mode')
    const { items } = await listCards(
      deps.db,
      deps.clock(),
      pageLanguage(request),
      { when: 'upcoming' },
      { page: 1, page_size: FEED_EVENTS },
    )
    const { name } = await readClientGroup(deps.db)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'Accept-Language, Cookie')
      .send(calendarFeed(items, name, origin, deps.clock()))
  })
  server.get('/embed/events/:slug', async (request, reply) => {
    if (await isClosed()) throw new AppError('maintenance_mode')
    const language = pageLanguage(request)
    const event = await publicEventView(workFor(request), paramText(request, 'slug')).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
    const html = event ? embedHtml(event, origin, language, deps.clock()) : embedGoneHtml(origin, language)
    return asEmbedded(reply.code(event ? 200 : 404), html)
      .header('cache-control', 'public, max-age=60')
      .header('vary', 'Accept-Language, Cookie')
      .send(html)
  })
  // Messengers show no SVG in a preview.
  server.get('/events/:id/share.jpg', async (request, reply) => {
    const event = await publicEventView(workFor(request), paramText(request, 'id'))
    const { etag, bytes } = shareImage(deps.files, {
      event,
      storageKey: await findStorageKey(deps.db, event.picture_url),
      organisation: await readClientGroup(deps.db),
      language: pageLanguage(request),
    })
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'Accept-Language, Cookie')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/jpeg').send(await bytes())
  })
  for (const [path, document] of [
    ['/privacy-policy', 'privacy'],
    ['/terms', 'terms'],
  ] as const)
    server.get(path, (request, reply) =>
      sendPage(
        request,
        reply,
        async () => ({
          kind: 'legal',
          document,
          html: legalHtml(document, pageLanguage(request), await readClientGroup(deps.db)),
          updated_at: LEGAL_UPDATED_AT,
        }),
        { open: true },
      ),
    )

  // Open in maintenance mode too: the gate does not close when the site does.
  const sendReceipt = (
    request: FastifyRequest,
    reply: FastifyReply,
    { qrId, signature }: { qrId: string; signature: string | undefined },
  ) => {
    void reply.header('x-robots-tag', 'noindex').header('cache-control', 'private, no-store')
    return sendPage(
      request,
      reply,
      async () => {
        const receipt = await receiptOf(workFor(request), qrId, signature)
        return { kind: 'receipt', receipt: publicReceiptOf(receipt, origin, signature) }
      },
      { open: true },
    )
  }
  server.get('/qr/:id', (request, reply) =>
    sendReceipt(request, reply, { qrId: paramText(request, 'id'), signature: queryText(request, 's') }),
  )
  server.get('/Q/:ticket', (request, reply) =>
    sendReceipt(
      request,
      reply,
      readTicketPath(`/Q/${paramText(request, 'ticket')}`) ?? { qrId: '', signature: undefined },
    ),
  )

  server.get('/auth/login', async (request, reply) =>
    looksSignedIn(request)
      ? sendPainted(request, reply)
      : sendShell(request, reply, await paintPage(request, signInKind(request))),
  )
  server.get('/auth/register', async (request, reply) =>
    looksSignedIn(request)
      ? sendPainted(request, reply)
      : sendShell(request, reply, await paintPage(request, 'register')),
  )

  // A browser without scripts sends the form to the address of its page, which says what is missing. Nothing of it is read.
  server.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', (_, body, done) => {
      body.resume()
      done(null)
    })
    for (const path of ['/auth/login', '/auth/register', '/events/:id/reserve'])
      forms.post(path, (request, reply) => reply.redirect(request.url, 303))
  })

  server.get('/home', sendPainted)

  // The name of the organisation is what people look for on their home screen.
  server.get('/app.webmanifest', async (request, reply) => {
    const { name } = await readClientGroup(deps.db)
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifestOf(name, spokenLanguage(request))))
  })

  server.get('/speculation-rules.json', (_, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify({ prefetch: [{ where: { href_matches: '/events/*/reserve' }, eagerness: 'moderate' }] })),
  )
  server.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /auth/\nDisallow: /qr/\nDisallow: /Q/\nSitemap: ${origin}/sitemap.xml\n`,
      ),
  )
  server.get('/sitemap.xml', async (_, reply) => {
    const fixed = ['/', '/events', '/privacy-policy', '/terms'].map(
      (path) => `<url><loc>${escapeHtml(origin + path)}</loc></url>`,
    )
    const events = (await listSlugs(deps.db)).map(
      ({ slug, updated_at }) =>
        `<url><loc>${escapeHtml(`${origin}/events/${slug}`)}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...fixed, ...events].join('')}</urlset>`,
      )
  })

  for (const path of APP_PATHS) server.get(path, sendPainted)

  server.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path.startsWith('/api/') || (request.method !== 'GET' && request.method !== 'HEAD'))
      throw new AppError('not_found')
    // Somebody who is signed in keeps their navigation. A name with a dot is a file.
    if (looksSignedIn(request) && !path.includes('.')) return sendPainted(request, reply.code(404))
    return sendPage(request, reply, () => Promise.reject(new AppError('not_found')), { open: true })
  })
}
