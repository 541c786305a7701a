import { formatAmount, formatMoney, formatRange, formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { createElement } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage } from '#platform/i18n'
import { WHOLE } from '#platform/unbroken'

/** A sentence without line breaks inside its dates, times and codes of reservations. */
export function Unbroken({ children }: { children: string }) {
  let at = 0
  return children.split(WHOLE).map((part, index) => {
    at += part.length
    return index % 2 === 1 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    )
  })
}

/** A phone number that can be called, in groups that stay on one line. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="unbroken" href={`tel:${phone}`}>
      {formatPhone(phone)}
    </a>
  )
}

/** A room with its block. Its number never breaks at a hyphen: `Garden Chalets G-001`. */
export function RoomName({ name }: { name: string }) {
  const end = name.lastIndexOf(' ') + 1
  return (
    <>
      {name.slice(0, end)}
      <span className="unbroken">{name.slice(end)}</span>
    </>
  )
}

/** An amount. Without a currency if the column header names it. */
export function Money({ minor, currency }: { minor: number; currency?: string }) {
  const language = useLanguage()
  const text = currency ? formatMoney(minor, currency, language) : formatAmount(minor, language)
  return <span className={minor === 0 && !currency ? 'num dim' : 'num'}>{text}</span>
}

interface When {
  /** ISO 8601: an instant, or a calendar day. */
  value: string
  /** The event's time zone. Defaults to the browser's. */
  zone?: string
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Without line breaks inside: `1:00 PM` would lose its second half to the next line. */
const together = (text: string) => text.replaceAll(' ', '\u00a0')

/** `Fri 22-01-2027`, with `time` also `1:00 PM`. */
export function DateText({
  value,
  zone = ownZone(),
  time = false,
  weekday = true,
}: When & { time?: boolean; weekday?: boolean }) {
  const language = useLanguage()
  const date = formatDate(value, language, zone)
  return (
    <time dateTime={value} className="date">
      {weekday ? `${formatWeekday(value, language, zone)}\u00a0` : ''}
      {date}
      {time ? `, ${together(formatTime(value, language, zone))}` : ''}
    </time>
  )
}

/** `1:00 PM`. */
export function TimeText({ value, zone = ownZone() }: When) {
  return (
    <time dateTime={value} className="num">
      {together(formatTime(value, useLanguage(), zone))}
    </time>
  )
}

/** `Fri 22 – Wed 27 January, 2027`. */
export function DateRange({ from, to, zone = ownZone() }: { from: string; to: string; zone?: string }) {
  return <Unbroken>{formatRange(from, to, useLanguage(), zone)}</Unbroken>
}

/** A heading of a level, without line breaks inside its dates. */
export function Heading({
  level,
  children,
  id,
  className,
  lang,
}: {
  level: 1 | 2 | 3
  children: string
  id?: string
  className?: string
  /** Where it is not that of the page. */
  lang?: string | undefined
}) {
  return createElement(`h${level}`, { id, className, lang }, <Unbroken>{children}</Unbroken>)
}
