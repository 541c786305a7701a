import type { Till } from '@shiloh/contract/payments/till'
import { formatAmount } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import { texts } from '../texts.ts'
import { ShouldBe, useSigned } from './books.tsx'
import classes from './closing.module.css'
import { texts as words } from './texts.ts'

/** The day as signed: the closing document. */
export function LockedTill({
  till,
  closing,
  zone,
}: {
  till: Till
  closing: NonNullable<Till['closing']>
  zone: string
}) {
  const t = useT(words)
  const desk = useT(texts)
  const language = useLanguage()
  const signed = useSigned()
  const pieces = Object.entries(closing.counts ?? {})
    .map(([piece, many]) => [Number(piece), many] as const)
    .filter(([, many]) => many > 0)
    .sort(([a], [b]) => b - a)
  return (
    <article className={classes.paper}>
      <header>
        <p>
          <b>{t('closing_number', { number: closing.number })}</b>
        </p>
        <p>
          {t('signed_by', { name: closing.signed_by })} <DateText value={closing.signed_at} zone={zone} time />
        </p>
      </header>
      <div className={classes.columns}>
        <div>
          <h2>{t('counted_heading')}</h2>
          <dl className={classes.books}>
            {pieces.map(([piece, many]) => (
              <div key={piece}>
                <dt>
                  {piece % 100 === 0 ? piece / 100 : formatAmount(piece, language)} × {many}
                </dt>
                <dd>{formatAmount(piece * many, language)}</dd>
              </div>
            ))}
            <div data-sum>
              <dt>{t('counted', { currency: closing.currency })}</dt>
              <dd>{formatAmount(closing.counted, language)}</dd>
            </div>
          </dl>
        </div>
        <div>
          <h2>{t('what_should_be')}</h2>
          <ShouldBe till={till} books={{ opening: closing.opening, expected: closing.expected }} />
          <p className={classes.difference} data-off={closing.difference !== 0 || undefined}>
            <b>{t('difference')}</b>
            <span>{signed(closing.difference)}</span>
          </p>
          {closing.reason ? <p>{closing.reason}</p> : null}
        </div>
      </div>
      <div className={classes.signatures}>
        <p>
          {desk('counted_by')}: {closing.signed_by}
        </p>
        <p>{desk('received_by')}</p>
      </div>
    </article>
  )
}
