import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { PublicPage } from '@shiloh/contract/events/public-pages'
import type { PaintedPage } from '@shiloh/contract/identity/painted'
import { ticketPath } from '@shiloh/contract/reservations/ticket-code'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorHandler } from '#http/errors'
import { secureHeaders } from '#http/headers'
import { type TestApp, testApp } from '../../test/harness.ts'
import { addSite, hotPage } from './site.ts'

let app: TestApp
let server: FastifyInstance
let eventId: string

const rendered = z
  .object({
    kind: z.string(),
    frame: z.object({ language: z.string(), path: z.string(), origin: z.string(), is_signed_in: z.boolean() }),
  })
  .loose()
const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await server.inject({ url, headers })
  const type = String(response.headers['content-type'])
  const page =
    type.startsWith('text/html') && response.body.startsWith('{')
      ? rendered.parse(JSON.parse(response.body))
      : undefined
  return { status: response.statusCode, headers: response.headers, body: response.body, page }
}
const signedIn = { cookie: 'a=b; shiloh_signed_in=1' }

const maintenance = (on: boolean) =>
  app.database.pool.query(`update settings set value = value || $1 where name = 'general_settings'`, [
    { enable_maintenance_mode: on },
  ])
const page: PaintedPage = { title: 'home', html: '', css: '', loads: 'when_touched', script: '', failed: '' }

beforeAll(async () => {
  app = await testApp()
  server = fastify({ routerOptions: { maxParamLength: 300 } })
  secureHeaders(server, app.app.deps.config)
  server.setErrorHandler(errorHandler(app.app.deps))
  addSite(server, app.app.deps, {
    render: (page: PublicPage) => JSON.stringify(page),
    signIn: async ({ language, kind, way, ahead }) => ({
      ...page,
      title: kind,
      html: [language, way, ahead?.name, ahead?.path].filter(Boolean).join(' '),
    }),
    app: async ({ path, language, isSignedIn, events = [], event, faqs = [] }) => {
      const shown = [...events.map(({ name }) => name), event?.name, ...faqs.map(({ question }) => question)]
      const html = [path, language, isSignedIn ? 'member' : 'guest', ...shown.filter(Boolean)].join(' ')
      return { ...page, title: 'app', html }
    },
    shell: {
      page: (_path, _language, painted) => `<!doctype html>${painted ? `${painted.title} ${painted.html}` : 'app'}`,
      routeOf: (path) =>
        ['/home', '/events', '/reservations'].includes(path)
          ? path
          : /^\/events\/[^/]+(\/reserve)?$/.test(path)
            ? path.replace(/^\/events\/[^/]+/, '/events/$id')
            : path.startsWith('/reservations/')
              ? '/reservations/$id'
              : undefined,
    },
  })
  await server.ready()
  const insert = async (slug: string, status: string, starts: string) => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      `insert into events (slug, code_prefix, name, summary, status, starts_at, ends_at, kind, online_url) values ($1, 'SITE', $1, 'One; two, three', $2, $3, $3::timestamptz + interval '2 days', 'retreat', 'https://church.example/live') returning id`,
      [slug, status, starts],
    )
    return rows[0]?.id ?? ''
  }
  eventId = await insert('open-retreat', 'published', '2027-01-10T08:00:00Z')
  await insert('hidden-retreat', 'draft', '2027-01-10T08:00:00Z')
  await insert('old-retreat', 'published', '2025-01-10T08:00:00Z')
  await app.database.pool.query(
    `insert into faqs (category, question, answer) values ('event', 'May I come late?', 'Yes.\n\nAny time.')`,
  )
})
afterAll(async () => {
  await server.close()
  await app.close()
})

describe('pages for guests', () => {
  it('are the landing page, the list and the event, by id and slug', async () => {
    expect((await get('/')).page).toMatchObject({ kind: 'landing', events: [{ slug: 'open-retreat' }] })
    expect((await get('/events')).page).toMatchObject({
      kind: 'events',
      when: 'upcoming',
      kinds: ['retreat'],
      total_pages: 1,
    })
    expect((await get('/events?when=past&search=OLD')).page).toMatchObject({
      events: [{ slug: 'old-retreat' }],
      search: 'OLD',
    })
    for (const address of ['open-retreat', eventId])
      expect((await get(`/events/${address}`)).page).toMatchObject({
        kind: 'event',
        event: {
          slug: 'open-retreat',
          ics_url: '/events/open-retreat/calendar.ics',
          faqs: [{ language: 'en', answer_html: '<p>Yes.</p><p>Any time.</p>' }],
        },
      })
  })

  it('never show a draft, and answer 404 as a page for what is not there', async () => {
    for (const address of [
      '/events/hidden-retreat',
      '/events/nothing',
      '/nothing/at/all',
      '/qr/unknown',
      '/Q/unknown',
      ticketPath('0'.repeat(24), 'A'.repeat(86)),
      '/wp-login.php',
    ]) {
      const { status, page } = await get(address)
      expect([address, status, page?.kind]).toEqual([address, 404, 'not-found'])
    }
    expect((await get('/sitemap.xml')).body).not.toContain('hidden-retreat')
  })

  it('leave the app to say what is not there to somebody who is signed in', async () => {
    expect(await get('/nothing/at/all', signedIn)).toMatchObject({
      status: 404,
      body: '<!doctype html>app /- en member',
    })
    expect((await get('/nothing.png', signedIn)).page?.kind).toBe('not-found')
  })

  it('speak the language asked for, remember it, and leave it out of their own address', async () => {
    const asked = await get('/events?lang=de&when=past', { 'accept-language': 'fr' })
    expect(asked.page?.frame).toMatchObject({ language: 'de', path: '/events?when=past' })
    expect(asked.headers['set-cookie']).toContain('=de; Path=/')
    expect((await get('/terms', { 'accept-language': 'pt-BR,pt;q=0.9' })).page).toMatchObject({
      kind: 'legal',
      document: 'terms',
      frame: { language: 'pt' },
    })
  })

  it('are not sent again when nothing changed', async () => {
    const first = await get('/events')
    const again = await get('/events', { 'if-none-match': String(first.headers['etag']) })
    // Time stands still in this test, so the page is the same.
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  it('close in maintenance, except what must stay open', async () => {
    const set = (on: boolean) =>
      app.database.pool.query(`update settings set value = value || $1 where name = 'general_settings'`, [
        {
          enable_maintenance_mode: on,
          maintenance_message: on ? 'Back at noon.' : '',
          translations: on ? { de: { maintenance_message: 'Wieder da um zwölf.' } } : {},
        },
      ])
    await set(true)
    expect(await get('/events')).toMatchObject({
      status: 503,
      page: { kind: 'maintenance', message: 'Back at noon.' },
    })
    expect((await get('/events', { 'accept-language': 'de' })).page).toMatchObject({ message: 'Wieder da um zwölf.' })
    expect((await get('/privacy-policy')).status).toBe(200)
    await set(false)
  })
})

describe('cached pages', () => {
  const key = (url: string, headers: Record<string, string> = {}) => hotPage({ url, headers })
  it('are those that are the same for all guests of one language', () => {
    expect(key('/events', { 'accept-language': 'de' })).toBe('de /events')
    expect(key('/')).toBe('en /')
    expect(key('/events/a-b?x=1', { cookie: 'lang=fr' })).toBe('fr /events/a-b?x=1')
    for (const url of ['/events?lang=de', '/events/a/calendar.ics', '/qr/1', '/eventsx']) expect(key(url)).toBeNull()
    expect(key('/events', signedIn)).toBeNull()
  })
})

describe('signed-in users', () => {
  it('are led home from the pages that the server renders for everybody', async () => {
    for (const path of ['/terms', '/nothing.png', '/qr/unknown']) {
      expect((await get(path, signedIn)).page?.frame.is_signed_in).toBe(true)
      expect((await get(path)).page?.frame.is_signed_in).toBe(false)
    }
  })

  it('gets the app on the same addresses', async () => {
    for (const address of ['/', '/events', '/events/open-retreat'])
      expect((await get(address, signedIn)).body).toMatch(/^<!doctype html>app/)
  })

  it('get the event, and the wizard with its name, before the app is there', async () => {
    for (const id of ['open-retreat', eventId]) {
      expect((await get(`/events/${id}`, signedIn)).body).toBe(
        '<!doctype html>app /events/open-retreat en member open-retreat May I come late?',
      )
      expect((await get(`/events/${id}/reserve`, signedIn)).body).toBe(
        '<!doctype html>app /events/open-retreat/reserve en member open-retreat',
      )
    }
    expect((await get('/events/hidden-retreat', signedIn)).body).toBe('<!doctype html>app /events/- en member')
  })

  it('get one frame for all records of a route, and none of what a phone keeps', async () => {
    for (const id of ['0123', '4567'])
      expect((await get(`/reservations/${id}`, signedIn)).body).toBe('<!doctype html>app /reservations/- en member')
    for (const path of ['/check-in', '/check-in/scan', '/reservations/tickets'])
      expect((await get(path, signedIn)).body).toBe('<!doctype html>app')
    await maintenance(true)
    expect((await get('/reservations', signedIn)).body).toBe('<!doctype html>app')
    await maintenance(false)
  })
})

describe('the sign-in', () => {
  it('is painted for visitors, in their language, for the kind of account', async () => {
    expect((await get('/auth/login')).body).toBe('<!doctype html>user en code')
    expect((await get('/auth/login?as=admin', { 'accept-language': 'de-DE' })).body).toBe(
      '<!doctype html>admin de password',
    )
    expect((await get('/auth/login?as=anything')).body).toBe('<!doctype html>user en code')
  })
  it('begins with the way that is asked for, or that the browser used last', async () => {
    const way = async (query: string, used?: string) => {
      const { body } = await get(`/auth/login${query}`, used ? { cookie: `shiloh_sign_in=${used}` } : {})
      return body.split(' ').at(-1)
    }
    expect(await way('?with=password')).toBe('password')
    expect(await way('?with=anything')).toBe('code')
    expect(await way('', 'password')).toBe('password')
    expect(await way('?with=code', 'password')).toBe('code')
    // Not every kind of account has every way.
    expect(await way('', 'passkey')).toBe('code')
    expect(await way('?as=admin', 'passkey')).toBe('passkey')
    expect(await way('?as=admin&with=code', 'code')).toBe('password')
    expect(await way('?as=check-in', 'code')).toBe('password')
  })
  it('takes a form from a browser without scripts back to the page, and reads nothing of it', async () => {
    for (const url of ['/auth/login?as=admin', '/auth/register', '/events/open-retreat/reserve']) {
      const answer = await server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'who=me&password=secret',
      })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, url])
    }
  })
  it('stands where a visitor wants to reserve, and says what', async () => {
    for (const id of ['open-retreat', eventId])
      expect((await get(`/events/${id}/reserve`)).body).toBe(
        '<!doctype html>user en code open-retreat /events/open-retreat/reserve',
      )
    // A browser that knows how to fetches it when somebody reaches for the button.
    const rules = (await get('/events/open-retreat')).headers['speculation-rules']
    const answer = await get(JSON.parse(String(rules)))
    expect(answer.headers['content-type']).toContain('application/speculationrules+json')
    expect(JSON.parse(answer.body)).toMatchObject({ prefetch: [{ where: { href_matches: '/events/*/reserve' } }] })
  })
  it('is the app for somebody who is signed in', async () =>
    expect((await get('/auth/login', signedIn)).body).toBe('<!doctype html>app /- en member'))
})

describe('the home', () => {
  it('is painted for somebody who is signed in, with the events that everybody sees', async () => {
    const { body, headers } = await get('/home', { ...signedIn, 'accept-language': 'fr' })
    expect(body).toMatch(/^<!doctype html>app \/home fr member .*open-retreat/)
    expect(body).not.toMatch(/hidden-retreat|old-retreat/)
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('is the frame for others, and the app alone while the site is under maintenance', async () => {
    expect((await get('/home')).body).toBe('<!doctype html>app /home en guest')
    await maintenance(true)
    expect((await get('/home', signedIn)).body).toBe('<!doctype html>app')
    await maintenance(false)
  })
})

describe('addresses of the app', () => {
  it.each([
    '/auth/register/confirm-email',
    '/security/mfa',
    '/home',
    '/reservations',
    '/reservations/0123',
    '/reservations/0123/edit',
    '/spouse',
    '/blogs',
    '/blog/a-post',
    '/events/hidden-retreat/reserve',
    '/admin',
    '/admin/events/1',
    '/vendor',
    '/check-in',
    '/check-in/scan',
  ])('%s answers the app', async (path) =>
    expect(await get(path)).toMatchObject({ status: 200, body: expect.stringMatching(/^<!doctype html>app/) }),
  )
  it('are those of all its routes, but for the pages that guests see', async () => {
    const web = resolve(import.meta.dirname, '../../../web/src/features')
    const routes = globSync('**/*routes.tsx', { cwd: web }).flatMap((file) =>
      [...readFileSync(resolve(web, file), 'utf8').matchAll(/ path: '(\/[^']*)'/g)].map(([, path = '']) => path),
    )
    expect(routes.length).toBeGreaterThan(100)
    for (const route of routes.filter((path) => !['/events', '/events/$id'].includes(path)))
      expect((await get(route.replaceAll('$', ''))).body, route).toMatch(
        /^<!doctype html>(app|(user|register) en( code)?$)/,
      )
  })
  it.each(['/administrator', '/homes', '/authx', '/events/a/b', '/favicon.ico'])('%s does not', async (path) =>
    expect((await get(path)).body).not.toMatch(/^<!doctype html>app/),
  )
  it('are not found under the API', async () => {
    const answer = await app.app.server.inject({ url: '/api/v1/nothing' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('for other sites', () => {
  it('there is a calendar of what is coming, to subscribe to', async () => {
    const { headers, body } = await get('/events.ics')
    expect(headers['content-type']).toContain('text/calendar')
    expect(body).toContain('SUMMARY:open-retreat')
    expect(body).toContain(`UID:${eventId}@shiloh.test`)
    expect(body).not.toContain('hidden-retreat')
    expect(body).not.toContain('old-retreat')
  })

  it('there is a card of an event without a script, which alone can be framed', async () => {
    const card = await get('/embed/events/open-retreat?lang=de')
    expect(card.status).toBe(200)
    expect(card.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(card.headers['x-frame-options']).toBeUndefined()
    expect(card.body).toContain('<html lang="de">')
    expect(card.body).toContain('href="http://shiloh.test/events/open-retreat"')
    expect(card.body).not.toContain('<script')
    const page = await get('/events/open-retreat')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['x-frame-options']).toBeDefined()
    expect(card.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(card.body).toMatch(/<p>[^<]*\d{1,2}\. [A-ZÄ][a-zä]+ \d{4}<\/p>/)
    const gone = await get('/embed/events/hidden-retreat?lang=de')
    expect(gone.status).toBe(404)
    expect(gone.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(gone.body).toContain('href="http://shiloh.test/events"')
    expect(gone.body).not.toContain('hidden-retreat')
  })

  it('the card says how many places are left', async () => {
    const { pool } = app.database
    await pool.query(`insert into quotas (event_id, kind, capacity, claimed) values ($1, 'event', 10, 7)`, [eventId])
    expect((await get('/embed/events/open-retreat')).body).toContain('3 places left')
    await pool.query('update quotas set claimed = 10 where event_id = $1', [eventId])
    expect((await get('/embed/events/open-retreat')).body).toContain('Sold out')
    await pool.query('delete from quotas where event_id = $1', [eventId])
  })

  it('both are closed during maintenance', async () => {
    await maintenance(true)
    expect((await get('/events.ics')).status).not.toBe(200)
    expect((await get('/embed/events/open-retreat')).status).not.toBe(200)
    await maintenance(false)
  })
})

describe('the picture to share', () => {
  it('is drawn in the language of the page, and only again when what it says has changed', async () => {
    const picture = (language: string, headers: Record<string, string> = {}) =>
      server.inject({ url: `/events/open-retreat/share.jpg?lang=${language}`, headers })
    const english = await picture('en')
    expect(await sharp(english.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(english.rawPayload.length).toBeLessThan(200_000)
    const etag = String(english.headers['etag'])
    expect((await picture('de')).headers['etag']).not.toBe(etag)
    const again = await picture('en', { 'if-none-match': etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    // The paper below the cover has letters on it.
    const { channels } = await sharp(english.rawPayload).extract({ left: 64, top: 276, width: 600, height: 60 }).stats()
    expect(channels[0]?.min).toBeLessThan(80)
    expect((await server.inject({ url: '/events/nowhere/share.jpg' })).statusCode).toBe(404)
  })
})

describe('what fails', () => {
  const missing = '/events/nothing/calendar.ics?from="><b>'
  it('is a page in the language of a person, which needs nothing else', async () => {
    const answer = await get(missing, { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' })
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['content-security-policy']).toContain("style-src 'self' 'sha256-")
    expect(answer.body).toContain('<html lang="de">')
    expect(answer.body).toContain('>Erneut versuchen</a>')
    expect(answer.body).not.toContain('<b>')
    expect(answer.body).not.toMatch(/<script|<link|src=/)
  })

  it('is data for a program', async () => {
    expect(JSON.parse((await get(missing)).body)).toMatchObject({ code: 'not_found' })
    const answer = await app.app.server.inject({ url: '/api/v1/events/nothing', headers: { accept: 'text/html' } })
    expect(answer.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('files', () => {
  it('are a calendar entry, a preview picture, and what search engines read', async () => {
    const calendar = await get('/events/open-retreat/calendar.ics')
    expect(calendar.headers['content-type']).toContain('text/calendar')
    expect(calendar.body).toContain('DTSTART:20270110T080000Z')
    expect(calendar.body).toContain('One\\; two\\, three')
    const manifest = await get('/app.webmanifest')
    expect(manifest.headers['content-type']).toContain('application/manifest+json')
    expect(JSON.parse(manifest.body)).toMatchObject({ id: '/', start_url: '/home', scope: '/', display: 'standalone' })
    expect((await get('/robots.txt')).body).toContain('Sitemap: http://shiloh.test/sitemap.xml')
    expect((await get('/sitemap.xml')).body).toContain('<loc>http://shiloh.test/events/open-retreat</loc>')
  })
})
