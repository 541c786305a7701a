import type { PublicFrame, PublicReceipt } from '@shiloh/contract/events/public-pages'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import { formatMoney, formatRange } from '@shiloh/contract/text/format'
import { renderSVG } from 'uqr'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { PublicDocument } from '../../../ui/public/frame.tsx'
import css from '../../../ui/public/receipt.css?inline'
import { useStandingWords } from '../parts/standing-words.ts'
import { texts } from './texts.ts'

const tones = {
  pending: 'warn',
  active: 'ok',
  redeemed: 'ok',
  failed: 'bad',
  cancelled: 'bad',
  archived: 'mute',
} as const

const marks = {
  mute: 'M9 12h6',
  ok: 'M8.5 12l2.5 2.5 4.5-5',
  warn: 'M12 8v4l2.5 2.5',
  bad: 'M9.5 9.5l5 5m0-5l-5 5',
} as const

function Status({ status }: { status: PublicReceipt['status'] }) {
  const t = useT(texts)
  const tone = tones[status]
  return (
    <span className={`st ${tone}`}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" />
        <path d={marks[tone]} />
      </svg>
      {t(`status_${status}`)}
    </span>
  )
}

function Amounts({ receipt }: { receipt: PublicReceipt }) {
  const t = useT(texts)
  const language = useLanguage()
  const words = useStandingWords()
  const { sums, currency, event } = receipt
  if (!sums) return null
  const money = (minor: number) => formatMoney(minor, currency, language)
  const { title, sentence } = words(sums.standing, currency, event.time_zone)
  return (
    <section>
      <h2>{t('amounts')}</h2>
      <p>
        <b>{title}.</b> {sentence}
      </p>
      <table>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.name + (line.note ?? '')}>
              <th scope="row">
                {line.name}
                {line.note ? <small>{line.note}</small> : null}
              </th>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
          <tr className="tt">
            <th scope="row">{t('total')}</th>
            <td>{money(sums.total)}</td>
          </tr>
          <tr>
            <th scope="row">{t('paid')}</th>
            <td>{money(sums.paid)}</td>
          </tr>
          {sums.balance > 0 ? (
            <tr className="tt">
              <th scope="row">{t('balance')}</th>
              <td>{money(sums.balance)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  )
}

/** `/qr/{id}`: the ticket of one person and its payments. */
export function ReceiptPage({ frame, receipt }: { frame: PublicFrame; receipt: PublicReceipt }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event } = receipt
  const isForged = receipt.genuine === false
  const opens = !isForged && (receipt.status === 'active' || receipt.status === 'redeemed')
  const drawn = opens ? renderSVG(qrText(receipt.qr), { ...QR_CORRECTION, border: 4 }) : ''
  const when = formatRange(event.starts_at, event.ends_at, language, event.time_zone)
  return (
    <PublicDocument
      frame={frame}
      preview={{ title: `${t('receipt')} ${receipt.code}`, description: `${event.name}, ${when}`, noIndex: true }}
      css={css}
    >
      <div className="rc">
        {isForged ? (
          <div className="fg" role="alert">
            <b>{t('forged')}</b>
            <p>{t('forged_next')}</p>
          </div>
        ) : null}
        <Status status={receipt.status} />
        <Heading level={1}>{event.name}</Heading>
        <p className="dim">
          {when}
          {event.place ? `, ${event.place}` : ''}
        </p>
        <div className="tk">
          {opens ? (
            // Black on white with four modules of white, also in dark: a scanner must read it.
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the QR encoder
            <div className="qr" dangerouslySetInnerHTML={{ __html: drawn }} />
          ) : null}
          <p className="cd">{receipt.code}</p>
          <p>
            <b>{receipt.participant}</b>, {receipt.participant_type}
          </p>
          {isForged ? null : <p className="dim s">{t(opens ? 'show_at_gate' : 'not_valid')}</p>}
        </div>
        {receipt.room ? (
          <section>
            <h2>{t('room')}</h2>
            <p className="rm">
              <b>{receipt.room.number}</b>
              <span>{receipt.room.description}</span>
            </p>
          </section>
        ) : null}
        <Amounts receipt={receipt} />
        <p>
          <a href={`/events/${event.slug}`}>{t('see_event')}</a>
        </p>
      </div>
    </PublicDocument>
  )
}
