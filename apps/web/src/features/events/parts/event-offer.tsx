import type { NAMESPACE } from '@shiloh/contract/core'
import type { PublicEventView } from '@shiloh/contract/events/events'
import type { PublicFaq } from '@shiloh/contract/events/public-pages'
import { leftOfLodging } from '@shiloh/contract/reservations/offer'
import { refundSteps } from '@shiloh/contract/reservations/quote'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import type { ReactNode } from 'react'
import { type Translate, useLanguage } from '#platform/i18n'
import { Said } from '#ui/base/said'
import type { texts } from '../public/texts.ts'

/** What an event offers at which price, what a cancellation gives back, and questions: the same for guests and members. */

type OfferWord =
  | 'attendance'
  | 'beds_left'
  | 'covers_left'
  | 'free'
  | 'meals'
  | 'per_person_night'
  | 'per_room_night'
  | 'places_left'
  | 'priced_answers'
  | 'prices'
  | 'products'
  | 'questions'
  | 'refund_after'
  | 'refund_always'
  | 'refund_none'
  | 'refund_until'
  | 'refunds'
  | 'rooms'
  | 'rooms_left'
  | 'sold_out'
  | 'sold_out_goods'
  | 'option_out'
export type OfferWords = Translate<Pick<typeof texts, OfferWord | typeof NAMESPACE>>

type Offer = Pick<
  PublicEventView,
  'currency' | 'participant_types' | 'accommodations' | 'caterers' | 'products' | 'priced_questions'
>

/** Below this number, what is left is shown as a warning. */
const few = 10

interface Row {
  readonly id: string
  readonly name: ReactNode
  readonly note?: ReactNode
  readonly price: number
  readonly isSoldOut: boolean
  /** What is left, in words. */
  readonly left: { readonly count: number; readonly words: string } | undefined
}

interface TableProps {
  say: OfferWords
  caption: string
  rows: readonly Row[]
  currency: string
  /** What a row says that has nothing left: goods are out of stock where places are sold out. */
  gone?: 'sold_out' | 'sold_out_goods' | 'option_out'
}

/** A table of prices and what is left. Renders nothing without an offer. */
function PriceTable({ say, caption, rows, currency, gone = 'sold_out' }: TableProps) {
  const language = useLanguage()
  if (rows.length === 0) return null
  const leftOf = ({ left, isSoldOut }: Row): ReactNode => {
    if (isSoldOut) return <small>{say(gone)}</small>
    return left ? <small className={left.count <= few ? 'few' : undefined}>{left.words}</small> : null
  }
  return (
    <table className="pt">
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.isSoldOut ? 'so' : undefined}>
            <th scope="row">
              {row.name}
              {row.note ? <small>{row.note}</small> : null}
            </th>
            <td>
              {row.price === 0 ? say('free') : formatMoney(row.price, currency, language)}
              {leftOf(row)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The prices of everything that can be chosen. */
export function EventPrices({ say, event }: { say: OfferWords; event: Offer }) {
  const { currency } = event
  const left = (of: 'places_left' | 'covers_left', count: number | null) =>
    count === null ? undefined : { count, words: say(of, { count }) }
  const lodging = (room: Offer['accommodations'][number]) => {
    const { of, count } = leftOfLodging(room, room.beds_left)
    return { count, words: say(of, { count }) }
  }
  return (
    <section>
      <h2>{say('prices')}</h2>
      <PriceTable
        say={say}
        caption={say('attendance')}
        currency={currency}
        rows={event.participant_types.map(({ _id, name, note, languages, price, places_left, sold_out }) => ({
          id: _id,
          name: <Said words={name} lang={languages?.name} />,
          note: note && <Said words={note} lang={languages?.note} />,
          price,
          isSoldOut: sold_out,
          left: left('places_left', places_left),
        }))}
      />
      <PriceTable
        say={say}
        caption={say('rooms')}
        currency={currency}
        rows={event.accommodations.map((room) => ({
          id: room.room_category_id,
          name: <Said words={room.name} lang={room.languages?.name} />,
          note: say(room.charged_per === 'room' ? 'per_room_night' : 'per_person_night'),
          price: room.price_per_night,
          isSoldOut: room.sold_out,
          left: lodging(room),
        }))}
      />
      <PriceTable
        say={say}
        caption={say('meals')}
        currency={currency}
        rows={event.caterers.map(({ _id, name, note, languages, price_per_day, covers_left, sold_out }) => ({
          id: _id,
          name,
          note: note && <Said words={note} lang={languages?.note} />,
          price: price_per_day,
          isSoldOut: sold_out,
          left: left('covers_left', covers_left),
        }))}
      />
      <PriceTable
        say={say}
        caption={say('products')}
        currency={currency}
        gone="sold_out_goods"
        rows={event.products.flatMap((product) =>
          product.options.map(({ _id, name, languages, price, sold_out }) => ({
            id: _id,
            name: (
              <>
                <Said words={product.name} lang={product.languages?.name} />
                {', '}
                <Said words={name} lang={languages?.name} />
              </>
            ),
            price,
            isSoldOut: sold_out,
            left: undefined,
          })),
        )}
      />
      <PriceTable
        say={say}
        caption={say('priced_answers')}
        currency={currency}
        gone="option_out"
        rows={event.priced_questions.flatMap((question) =>
          question.options.map(({ _id, label, languages, price, left: rest }) => ({
            id: _id,
            name: <Said words={question.label} lang={question.languages?.label} />,
            note: <Said words={label} lang={languages?.label} />,
            price,
            isSoldOut: rest === 0,
            left: undefined,
          })),
        )}
      />
    </section>
  )
}

interface RefundsProps {
  say: OfferWords
  event: Pick<PublicEventView, 'cancellation_deadline' | 'refund_rules' | 'time_zone' | 'price_from'>
  /** The instant that decides which steps are still ahead. */
  now: string
}

/** What a cancellation gives back, and until when. Renders nothing for free entry. */
export function EventRefunds({ say, event, now }: RefundsProps) {
  const language = useLanguage()
  if (event.price_from === null || event.price_from === 0) return null
  const zone = event.time_zone
  const steps = refundSteps(event.refund_rules, event.cancellation_deadline, new Date(now))
  const when = (instant: string) => `${formatDay(instant, language, zone)}, ${formatTime(instant, language, zone)}`
  const isForever = steps.some(({ until }) => until === null)
  return (
    <section>
      <h2>{say('refunds')}</h2>
      <ul className="rf">
        {steps.map(({ until, percent }) => (
          <li key={until}>
            {until === null ? say('refund_always') : say('refund_until', { percent, when: when(until) })}
          </li>
        ))}
        {isForever ? null : <li>{say(steps.length === 0 ? 'refund_none' : 'refund_after')}</li>}
      </ul>
    </section>
  )
}

interface QuestionsProps {
  say: OfferWords
  faqs: readonly PublicFaq[]
}

/** Frequent questions. The first answer is open. */
export function EventQuestions({ say, faqs }: QuestionsProps) {
  if (faqs.length === 0) return null
  return (
    <section>
      <h2>{say('questions')}</h2>
      {faqs.map((faq, i) => (
        <details className="d qa" key={faq.question} lang={faq.language} open={i === 0}>
          <summary>{faq.question}</summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div dangerouslySetInnerHTML={{ __html: faq.answer_html }} />
        </details>
      ))}
    </section>
  )
}
