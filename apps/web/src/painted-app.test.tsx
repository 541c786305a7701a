import { LANGUAGES } from '@shiloh/contract/core'
import type { EventCard, UserEvent } from '@shiloh/contract/events/events'
import { expect, it } from 'vitest'
import { visitor } from '#platform/account'
import { sampleEvent } from './features/reservations/reserve/sample.ts'
import { renderApp } from './painted-app.tsx'

const { settings, organisation } = visitor
const page = { language: 'en', path: '/home', isSignedIn: true, settings, organisation } as const
const event: EventCard = {
  _id: '0'.repeat(24),
  slug: 'easter-camp',
  name: 'Easter <Camp>',
  kind: 'camp',
  summary: '',
  starts_at: '2027-03-26T09:00:00.000Z',
  ends_at: '2027-03-29T15:00:00.000Z',
  time_zone: 'Africa/Accra',
  place: null,
  online: true,
  currency: 'GHS',
  price_from: 0,
  lodging_from: null,
  places_left: 12,
  registration_opens_at: null,
  registration_closes_at: null,
  picture_url: null,
}

it.each(LANGUAGES)('paints what everybody sees of the home, without styles of its own: %s', async (language) => {
  const { html, css, script } = await renderApp({ ...page, language, events: [event] })
  expect(html).not.toMatch(/ style=|<style/)
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html).toContain('href="/events/easter-camp"')
  expect(html).toContain('Easter &lt;Camp&gt;')
  for (const page of ['/home', '/reservations', '/blogs', '/support']) expect(html).toContain(`href="${page}"`)
  // What is one's own comes with the app.
  expect(html).toMatch(/<div[^>]* data-own="true"><\/div>/)
  expect(html).not.toContain('aria-haspopup')
  expect(css).toContain('--mantine-color-body')
  expect(script).toContain('data-early-alert')
})

it('says that there are no events', async () => {
  const { html } = await renderApp({ ...page, events: [] })
  expect(html).not.toContain('href="/events/')
  expect(html.match(/<h1/g)).toHaveLength(1)
})

const member: UserEvent = { ...sampleEvent, ...event }

it.each(LANGUAGES)('paints the page of an event as every member sees it: %s', async (language) => {
  const { html, loads } = await renderApp({ ...page, language, path: '/events/easter-camp', event: member })
  expect(loads).toBe('beside')
  expect(html).not.toMatch(/ style=|<style/)
  expect(html).toMatch(/<h1[^>]*>Easter &lt;Camp&gt;<\/h1>/)
  // Somebody who has reserved it sees theirs instead once the app knows of it.
  expect(html).toContain('href="/events/easter-camp/reserve"')
})

it('says the language of what is not in that of the page', async () => {
  const languages = { name: 'fr', summary: 'fr', description: 'en' } as const
  const told = { ...member, summary: 'Trois jours', languages }
  const { html } = await renderApp({ ...page, path: '/events/easter-camp', event: told })
  expect(html).toMatch(/<h1 lang="fr"[^>]*>Easter/)
  expect(html).toMatch(/<p class="lead" lang="fr">Trois jours/)
  expect(html).toContain('<div class="rt" lang="en">')
  const home = await renderApp({ ...page, events: [{ ...event, languages }] })
  expect(home.html).toMatch(/<h2 lang="fr"[^>]*>Easter/)
  const wizard = await renderApp({ ...page, path: '/events/easter-camp/reserve', event: told })
  expect(wizard.html).toMatch(/<p [^>]*lang="fr">Easter/)
  expect((await renderApp({ ...page, path: '/events/easter-camp', event: member })).html).not.toContain('lang=')
})

it('paints the frame of the wizard: the event, the first step and the names of all, and what it is going to ask for', async () => {
  const { html, loads, asks } = await renderApp({ ...page, path: '/events/easter-camp/reserve', event: member })
  expect(loads).toBe('frame')
  expect(html).toContain('Easter &lt;Camp&gt;')
  expect(html).toMatch(/<h1[^>]*>Who is coming<\/h1>/)
  // The longest text of the step is there to read while the app is on its way.
  expect(html).toContain('Each person gets a price, a bed and a code of their own')
  for (const step of ['People', 'Rooms and nights', 'Payment']) expect(html).toContain(step)
  expect(asks).toEqual(['/auth/ministers-wife', '/auth/family'])
})

it.each([
  ['/reservations', 'Reservations', 'Reservations'],
  ['/reservations/-', undefined, 'Reservation Details'],
  ['/spouse', 'Spouse and family', 'Spouse'],
  ['/auth/account', undefined, undefined],
  ['/auth/verify-phone', undefined, undefined],
  ['/support', undefined, undefined],
  ['/admin/users', undefined, undefined],
  ['/vendor', undefined, undefined],
  ['/-', undefined, undefined],
])('paints the frame of %s, and says when the network is slow', async (path, heading, title) => {
  const painted = await renderApp({ ...page, path })
  expect(painted.loads).toBe('frame')
  expect(painted.html).not.toMatch(/ style=|<style/)
  expect(painted.html).toContain(organisation.short_name)
  expect(painted.html).toMatch(/<main[^>]* id="content"/)
  if (heading) expect(painted.html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`))
  if (title) expect(painted.title).toBe(`${title} · ${organisation.name}`)
  expect(painted.html).toMatch(/data-slow.*The network is slow\..*href="\/reservations\/tickets"/)
  expect(painted.html).toMatch(/^<noscript><p[^>]*>This page needs JavaScript\./)
  // Nobody's name, and no button that would do nothing: what is one's own comes with the app.
  expect(painted.html).not.toContain('aria-haspopup')
})

it('paints several pages at the same time', async () => {
  const [home, list] = await Promise.all([
    renderApp({ ...page, events: [event] }),
    renderApp({ ...page, path: '/reservations' }),
  ])
  expect(home.html).toContain('href="/events/easter-camp"')
  expect(list.html).not.toContain('easter-camp')
  expect(list.html).toMatch(/<h1[^>]*>Reservations<\/h1>/)
})
