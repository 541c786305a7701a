import { VisuallyHidden } from '@mantine/core'
import { withoutMarks } from '@shiloh/contract/text/marks'
import { useT } from '#platform/i18n'
import { partsOf } from '#ui/base/linked-text'
import { MarkedSpans } from '#ui/base/marked-text'
import { DateText } from '#ui/base/values'
import classes from './notifications.module.css'
import { texts } from './texts.ts'
import type { Notification } from './use-open-notice.ts'

interface NoticeRowProps {
  readonly notice: Notification
  /** Without its text: the title and when. */
  readonly short?: boolean
  readonly onOpen: (notice: Notification) => void
}

/** One notice of a list. What is not in the reader's language says so to screen readers. */
export function NoticeRow({ notice, short = false, onOpen }: NoticeRowProps) {
  const t = useT(texts)
  const { title, body, link, read_at, created_at } = notice
  // An address that is written twice is one link.
  const addresses = new Map(
    short ? [] : partsOf(withoutMarks(body)).flatMap(({ text, href }) => (href ? [[href, text]] : [])),
  )
  const lang = notice.language ?? undefined
  return (
    <li>
      <button
        type="button"
        className={classes.one}
        data-unread={read_at === null}
        data-leads={Boolean(link)}
        onClick={() => onOpen(notice)}
      >
        <span className={classes.dot}>
          {read_at === null ? <VisuallyHidden>{t('is_unread')}</VisuallyHidden> : null}
        </span>
        <span>
          <strong className={classes.title} lang={lang}>
            {title}
          </strong>
          {short ? null : (
            <span className={classes.text} lang={lang}>
              <MarkedSpans text={body} />
            </span>
          )}
          <span className="dim small">
            <DateText value={created_at} time />
          </span>
        </span>
      </button>
      {addresses.size > 0 ? (
        // Outside of the button, which opens the notice itself.
        <p className={classes.addresses}>
          {[...addresses].map(([href, text]) => (
            <a key={href} href={href} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </p>
      ) : null}
    </li>
  )
}
