import { LANGUAGES } from '@shiloh/contract/core'
import type { EventCard } from '@shiloh/contract/events/events'
import { expect, it } from 'vitest'
import { visitor } from '#platform/account'
import { renderHome } from './home.tsx'

const { settings, organisation } = visitor
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
  const { html, css, script } = await renderHome({ language, settings, organisation, events: [event] })
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
  const { html } = await renderHome({ language: 'en', settings, organisation, events: [] })
  expect(html).not.toContain('href="/events/')
  expect(html.match(/<h1/g)).toHaveLength(1)
})
