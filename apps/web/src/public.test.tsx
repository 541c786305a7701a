import { LANGUAGES, type Language } from '@shiloh/contract/core'
import type { PublicEvent, PublicFrame, PublicPage } from '@shiloh/contract/events/public-pages'
import { describe, expect, it } from 'vitest'
import { renderPublicPage } from './public.tsx'

const frameIn = (language: Language): PublicFrame => ({
  language,
  origin: 'https://shiloh.example',
  path: '/events/conference?x=1',
  organisation: {
    name: 'Covenant Light',
    short_name: 'CL',
    about: null,
    color: '#0A7A3C',
    logo_url: null,
    email: 'o@x.org',
    phone: null,
  },
  is_signed_in: false,
  now: '2026-11-21T08:00:00Z',
})

const event: PublicEvent = {
  _id: '0123456789abcdef01234567',
  slug: 'conference',
  name: '<b>Ɔdɔ</b> & "Conference"',
  kind: 'conference',
  status: 'published',
  summary: '</script><script>alert(1)</script>',
  starts_at: '2027-01-22T13:00:00Z',
  ends_at: '2027-01-27T12:00:00Z',
  time_zone: 'Africa/Accra',
  place: 'Gomoa Fetteh',
  online: true,
  currency: 'GHS',
  price_from: 35000,
  lodging_from: 9000,
  places_left: 2,
  capacity: 640,
  registration_opens_at: null,
  registration_closes_at: '2027-01-20T00:00:00Z',
  picture_url: null,
  description_html: '<p>Words</p>',
  address: null,
  map_url: null,
  deposit_percent: 30,
  participant_types: [
    {
      _id: 'm',
      name: 'Minister',
      note: '',
      price: 45000,
      places_left: 0,
      sold_out: true,
      members_only: false,
      title_ids: [],
      designation_ids: [],
      min_age: null,
      max_age: null,
    },
  ],
  accommodations: [
    {
      room_category_id: 'r',
      name: 'Chalet',
      price_per_night: 9000,
      charged_per: 'room',
      beds_per_room: 2,
      check_in_from: '2027-01-22',
      check_out_until: '2027-01-27',
      beds_left: 2,
      nights: [],
      sold_out: false,
    },
  ],
  caterers: [],
  products: [
    {
      _id: 'p',
      name: 'Cloth',
      options: [{ _id: 'o', name: '2 yards', price: 12000, max_per_reservation: 1, stock_left: 1, sold_out: false }],
    },
  ],
  priced_questions: [
    {
      _id: 'q',
      label: 'Do you come by our bus?',
      options: [
        { _id: 'y', label: 'Yes', price: 5000, left: null },
        { _id: 'z', label: 'Yes, with luggage', languages: { label: 'pt' }, price: 6000, left: 0 },
      ],
    },
  ],
  cancellation_deadline: '2027-01-15T00:00:00Z',
  refund_rules: [],
  speakers: [{ _id: 's', name: 'Rev. <i>Kwame</i>', own_name: '<i>Kwame</i>', role: null, picture_url: null }],
  activities: [{ starts_at: '2027-01-22T18:30:00Z', title: 'Opening', place: null }],
  faqs: [],
  ics_url: '/x.ics',
  reserve_url: '/events/conference/reserve',
}

const pages = (language: Language): PublicPage[] => {
  const frame = frameIn(language)
  const { _id, name, slug, starts_at, ends_at, time_zone, place } = event
  return [
    { frame, kind: 'landing', events: [event] },
    {
      frame,
      kind: 'events',
      events: [event],
      when: 'past',
      event_kind: 'camp',
      search: '"><script>',
      kinds: ['camp'],
      page: 2,
      total_pages: 3,
    },
    { frame, kind: 'event', event },
    { frame, kind: 'legal', document: 'privacy', html: '<h2>1</h2>', updated_at: '2026-01-05' },
    {
      frame,
      kind: 'receipt',
      receipt: {
        genuine: null,
        code: 'MW27-K4QX',
        status: 'active',
        event: { _id, name, slug, starts_at, ends_at, time_zone, place },
        participant: 'Kwame',
        participant_type: 'Minister',
        room: null,
        currency: 'GHS',
        lines: [],
        sums: {
          total: 45000,
          paid: 0,
          balance: 45000,
          standing: { kind: 'held', amount: 45000, at: '2027-01-02T10:00:00Z' },
        },
        qr: 'https://shiloh.example/qr/1',
      },
    },
    { frame, kind: 'not-found' },
    { frame, kind: 'maintenance', message: 'Back at noon.' },
  ]
}

it('says of an event on the list when exactly registration opens, and that its rooms cost nothing', () => {
  const list = (of: Partial<PublicEvent>) => {
    const page = pages('en').find(({ kind }) => kind === 'events')
    if (page?.kind !== 'events') throw new Error('there is a list')
    return renderPublicPage({ ...page, events: [{ ...event, ...of }] }).replaceAll('\u00A0', ' ')
  }
  expect(list({ registration_opens_at: '2026-11-30T11:48:00Z' })).toMatch(
    /Registration opens Mon 30 November,? 2026, 11:48/,
  )
  const free = list({ price_from: 0, lodging_from: 0 })
  expect([free.includes('Rooms at no extra cost'), free.includes('per night')]).toEqual([true, false])
})

describe('a page that is open when registration opens', () => {
  const soon = { registration_opens_at: '2026-11-21T08:10:00Z' }
  const page = (of: Partial<PublicEvent>, now = frameIn('en').now) =>
    renderPublicPage({ frame: { ...frameIn('en'), now }, kind: 'event', event: { ...event, ...of } }).replaceAll(
      '\u00A0',
      ' ',
    )
  const turn = `t-${event._id}`

  it('has the button already, hidden for as long as the server counted, and says before when it opens', () => {
    const html = page(soon)
    expect(html).toContain(`.${turn}{--t:600s}`)
    expect(html).toMatch(
      new RegExp(
        `class="tn ${turn}"><span class="t0"><span class="dim">Registration opens Sat 21 November, 2026, 8:10 AM</span></span><span class="t1"><span class="few">2 places left`,
      ),
    )
    expect(html).toContain(`<aside class="bar t1 ${turn}"`)
    expect(html).toMatch(
      /<span class="t0"><\/span><span class="t1"><a class="btn" href="\/events\/conference\/reserve"/,
    )
  })

  it('takes the button away when registration closes', () => {
    const html = page({ registration_closes_at: '2026-11-21T08:00:30Z' })
    expect(html).toContain(`.${turn}{--t:30s}`)
    expect(html).toContain(`<aside class="bar t0 ${turn}"`)
    expect(html).toMatch(/<span class="t1"><span class="dim">Registration is closed/)
  })

  it('changes the list, too', () => {
    const [list] = pages('en')
    if (list?.kind !== 'landing') throw new Error('there is a list')
    const html = renderPublicPage({ ...list, events: [{ ...event, ...soon }] })
    expect(html).toContain(`.${turn}{--t:600s}`)
    expect(html).toMatch(/<span class="t1"><span class="few">2 places left/)
  })

  it('stays the same from second to second if nothing changes within a day', () => {
    expect(page({ registration_closes_at: '2027-01-20T00:00:00Z' })).not.toContain('class="tn')
    expect(page({}, '2026-11-21T08:00:00Z')).toBe(page({}, '2026-11-21T08:00:01Z'))
  })
})

describe.each(LANGUAGES)('public pages in %s', (language) => {
  it('says when the signature of a receipt is wrong, and shows no code to scan', () => {
    const page = pages(language).find(({ kind }) => kind === 'receipt')
    if (page?.kind !== 'receipt') throw new Error('there is a receipt')
    const genuine = renderPublicPage({ ...page, receipt: { ...page.receipt, genuine: true } })
    const forged = renderPublicPage({ ...page, receipt: { ...page.receipt, genuine: false } })
    expect([genuine.includes('role="alert"'), genuine.includes('class="qr"')]).toEqual([false, true])
    expect([forged.includes('role="alert"'), forged.includes('class="qr"')]).toEqual([true, false])
  })

  it('has no money on the ticket of somebody who comes along', () => {
    const page = pages(language).find(({ kind }) => kind === 'receipt')
    if (page?.kind !== 'receipt') throw new Error('there is a receipt')
    const along = renderPublicPage({ ...page, receipt: { ...page.receipt, genuine: true, sums: null } })
    expect([renderPublicPage(page).includes('<table'), along.includes('<table')]).toEqual([true, false])
    expect(along).toContain('class="qr"')
  })

  it.each(pages(language).map((page) => [page.kind, page] as const))(
    '%s is complete, without script, all languages reachable',
    (_, page) => {
      const html = renderPublicPage(page)
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}">`))
      expect(html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')).not.toMatch(
        /<script|undefined|\[object|NaN/,
      )
      for (const other of LANGUAGES) {
        expect(html).toContain(`href="https://shiloh.example/events/conference?x=1&amp;lang=${other}"`)
        expect(html).toContain(`href="/events/conference?x=1&amp;lang=${other}"`)
      }
    },
  )
})

describe('an event page', () => {
  const html = renderPublicPage({ frame: frameIn('en'), kind: 'event', event })

  it('has what link previews and search engines read', () => {
    const json = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1]
    expect(JSON.parse(json ?? '')).toMatchObject({
      '@type': 'Event',
      startDate: event.starts_at,
      offers: [{ price: '450.00' }],
    })
    expect(html).toContain('property="og:title"')
    expect(html).toContain(
      `property="og:image" content="${frameIn('en').origin}/events/${event.slug}/share.jpg?lang=en"`,
    )
  })

  it('shows dates with their weekday, times and amounts as specified', () => {
    for (const text of [
      'Fri 22 – Wed 27 January, 2027',
      'From 1:00\u00A0PM',
      'Wed\u00A020\u00A0January,\u00A02027',
      'GHS\u00A0350.00',
      '6:30 PM',
      'Sold out',
    ]) {
      expect(html).toContain(text)
    }
  })

  it('counts what a caterer has left in covers, and says to somebody who comes late from which day', () => {
    expect(html).not.toContain('has begun')
    const caterer = { caterer_id: 'c', name: 'Kitchen', note: '', price_per_day: 2000, days: 5, covers_left: 30 }
    const late = renderPublicPage({
      frame: { ...frameIn('en'), now: '2027-01-23T08:00:00Z' },
      kind: 'event',
      event: { ...event, registration_closes_at: null, caterers: [{ _id: 'c', ...caterer, sold_out: false }] },
    })
    expect(late).toContain('30 covers left')
    expect(late).toContain('The event has begun. You would come from Sat\u00a023\u00a0January,\u00a02027.')
  })

  it('shows the price of what is sold out, rooms that are paid as a whole, products, and what a cancellation gives back', () => {
    for (const text of [
      'GHS\u00A0450.00',
      'Per room and night',
      '1 room left',
      'Cloth, 2 yards',
      'Until Fri\u00A015\u00A0January,\u00A02027, 12:00\u00A0AM: 100% is refunded.',
      'hrefLang="x-default"',
    ]) {
      expect(html).toContain(text)
    }
  })

  it('says of a product that it is out of stock, and of a full type or room category that it is sold out', () => {
    const gone = renderPublicPage({
      frame: frameIn('en'),
      kind: 'event',
      event: {
        ...event,
        participant_types: event.participant_types.map((one) => ({ ...one, sold_out: true })),
        accommodations: event.accommodations.map((one) => ({ ...one, sold_out: true })),
        products: event.products.map((product) => ({
          ...product,
          options: product.options.map((option) => ({ ...option, stock_left: 0, sold_out: true })),
        })),
      },
    })
    const words = ['Minister', 'Chalet', 'Cloth'].map(
      (name) => new RegExp(`<th scope="row">${name}.*?<td>[^<]*<small>([^<]*)`).exec(gone)?.[1],
    )
    expect(words).toEqual(['Sold out', 'Sold out', 'Out of stock'])
  })

  it('marks what the church wrote in another language, and nothing else', () => {
    const [type] = event.participant_types
    if (!type) throw new Error('there is a type')
    const partly = renderPublicPage({
      frame: frameIn('de'),
      kind: 'event',
      event: {
        ...event,
        participant_types: [{ ...type, note: 'For all', languages: { note: 'en' } }],
        products: event.products.map((product) => ({ ...product, languages: { name: 'en' } })),
      },
    })
    expect(partly).toContain('>Minister<small><span lang="en">For all</span></small>')
    expect(partly).toContain('<span lang="en">Cloth</span>, 2 yards')
    expect(html).not.toContain('<span lang="en"')
  })

  it('shows what answers of the form cost', () => {
    expect(html).toMatch(/Choices that cost extra.*Do you come by our bus\?<small>Yes<\/small>.*GHS\u00A050\.00/)
    expect(html).toMatch(/<span lang="pt">Yes, with luggage<\/span>.*GHS\u00A060\.00<small>No longer available/)
    const free = renderPublicPage({ frame: frameIn('en'), kind: 'event', event: { ...event, priced_questions: [] } })
    expect(free).not.toContain('Choices that cost extra')
  })
})
