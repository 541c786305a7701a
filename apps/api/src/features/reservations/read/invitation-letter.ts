import { defineTexts, type Language } from '@shiloh/contract/core'
import { markPath } from '@shiloh/contract/events/covers'
import type { LodgingPayer, ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatRange } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { INK, openPdf, PAGE_HEIGHT, PAGE_WIDTH, type PdfDoc, QUIET, rule, write } from '#platform/text/pdf'
import { translator } from '#platform/text/texts'
import type { LetterFacts } from './ticket-facts.ts'

const texts = defineTexts('server/invitation-letter', {
  title: 'Letter of invitation',
  to: 'To whom it may concern',
  invites:
    '{organisation} invites the person named below to {event}. A place is reserved and confirmed for this person.',
  name: 'Full name',
  born: 'Date of birth',
  event: 'Event',
  dates: 'When',
  place: 'Venue',
  code: 'Reservation',
  lodging_church: 'We provide accommodation ({dates}) and bear its cost.',
  lodging_guest: 'Accommodation is reserved ({dates}). The guest bears its cost.',
  lodging_church_elsewhere: 'We bear the cost of accommodation during the event.',
  lodging_guest_elsewhere: 'The guest arranges accommodation and bears its cost.',
  asks: 'We kindly ask you to grant the visa that this journey requires. We are glad to answer any questions.',
  closes: 'Yours faithfully',
  signature: 'Signature and stamp',
  signer: 'Name and office',
})

/** A letter names days without their weekdays. */
const PLAIN = { weekdays: false } as const

/** Points. */
const MARGIN = 68
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const GAP = 24
const CONTACT = 200
const MARK = 30
const LABEL = 150
const SIZE = 11
/** A signature block: room to sign, a line and its caption. */
const SIGNATURE = 110

/** Draws the head of the letter: the logo or the mark, the name, and how the organisation is reached. */
const drawHead = (doc: PdfDoc, { organisation, logo }: LetterFacts): number => {
  const top = 54
  if (logo) doc.image(Buffer.from(logo), MARGIN, top, { fit: [MARK * 2, MARK], valign: 'center' })
  else
    doc
      .save()
      .translate(MARGIN, top - 1)
      .scale(MARK / 24)
      .path(markPath)
      .lineWidth(1.8)
      .strokeColor(organisation.color)
      .stroke()
      .restore()
  const x = MARGIN + (logo ? MARK * 2 : MARK) + 12
  const name = write(doc, organisation.name, x, top + 2, {
    face: 'serif',
    size: 20,
    width: PAGE_WIDTH - MARGIN - CONTACT - GAP - x,
  })
  const contact = [
    ...(organisation.address?.split('\n') ?? []),
    organisation.phone ? formatPhone(organisation.phone) : '',
    organisation.email ?? '',
  ].filter((line) => line.trim() !== '')
  const aside = { width: CONTACT, align: 'right', size: 9, colour: QUIET } as const
  const lines = contact.reduce((y, line) => write(doc, line, PAGE_WIDTH - MARGIN - CONTACT, y, aside) + 1, top + 2)
  const y = Math.max(name, lines, top + MARK) + 14
  rule(doc, MARGIN, y, WIDTH, INK)
  return y + 30
}

/**
 * Renders the letter of invitation with which people of a reservation apply for a visa: one page a person, to be signed
 * by hand. Of the answers, only those that the office chose are printed, with the person who gave them.
 */
export const invitationLetter = (
  view: ReservationView,
  facts: LetterFacts,
  asked: { readonly lodging: LodgingPayer; readonly prints: (questionId: string) => boolean },
  { language, now }: { readonly language: Language; readonly now: Date },
): PdfDoc => {
  const say = translator(texts, language)
  const { organisation, address, births } = facts
  const { event, accommodation, participants } = view
  const doc = openPdf({ title: `${say('title')} ${view.code}`, author: organisation.name, language, now })
  const day = (date: string) => formatDay(`${date}T12:00:00Z`, language, 'UTC', PLAIN)
  const lodging = accommodation
    ? say(`lodging_${asked.lodging}`, {
        dates: formatRange(
          `${accommodation.check_in}T12:00:00Z`,
          `${accommodation.check_out}T12:00:00Z`,
          language,
          'UTC',
          PLAIN,
        ),
      })
    : say(`lodging_${asked.lodging}_elsewhere`)
  for (const person of participants) {
    doc.addPage()
    let y = drawHead(doc, facts)
    const line = (text: string, gap: number) => {
      y = write(doc, text, MARGIN, y, { size: SIZE, width: WIDTH }) + gap
    }
    y = write(doc, formatDay(now, language, event.time_zone, PLAIN), MARGIN, y, {
      size: SIZE,
      width: WIDTH,
      align: 'right',
    })
    line(say('to'), 26)
    y = write(doc, say('title'), MARGIN, y, { face: 'serif', size: 22, width: WIDTH }) + 14
    line(say('invites', { organisation: organisation.name, event: event.name }), 18)
    const birth = births.get(person._id)
    const answers = person.role === 'main' ? view.answers.filter(({ question_id: id }) => asked.prints(id)) : []
    const rows: readonly (readonly [string, string])[] = [
      [say('name'), person.name],
      [say('born'), birth ? day(birth) : ''],
      ...answers.map(({ label, value, words }) => [label, words ?? String(value)] as const),
      [say('event'), event.name],
      [say('dates'), formatRange(event.starts_at, event.ends_at, language, event.time_zone, PLAIN)],
      [
        say('place'),
        [...new Set(`${event.place}, ${address ?? ''}`.split(', '))].filter((part) => part !== '').join(', '),
      ],
      [say('code'), view.code],
    ]
    for (const [label, value] of rows.filter(([, text]) => text !== '')) {
      rule(doc, MARGIN, y, WIDTH)
      const left = write(doc, label, MARGIN, y + 6, { size: SIZE, colour: QUIET, width: LABEL })
      const right = write(doc, value, MARGIN + LABEL + 12, y + 6, { size: SIZE, width: WIDTH - LABEL - 12 })
      y = Math.max(left, right) + 6
    }
    rule(doc, MARGIN, y, WIDTH)
    y += 20
    line(lodging, 10)
    line(say('asks'), 22)
    if (y + SIGNATURE > PAGE_HEIGHT - MARGIN) {
      doc.addPage()
      y = drawHead(doc, facts)
    }
    line(say('closes'), 62)
    const half = (WIDTH - GAP) / 2
    for (const [x, caption] of [
      [MARGIN, say('signature')],
      [MARGIN + half + GAP, say('signer')],
    ] as const) {
      rule(doc, x, y, half, INK)
      write(doc, caption, x, y + 5, { size: 9, colour: QUIET, width: half })
    }
  }
  doc.end()
  return doc
}
