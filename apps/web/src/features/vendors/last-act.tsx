import { Button } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'
import type { OrderActs } from './use-order-acts.ts'
import classes from './vendor.module.css'

export const timeHere = (at: string, language: Language): string =>
  formatTime(at, language, Intl.DateTimeFormat().resolvedOptions().timeZone)

/** What was done last, and the way back. It stays in sight under a long list. */
export function LastAct({ acts: { done, takeBack, pending } }: { acts: OrderActs }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    // Always in the page: a screen reader says what appears in it.
    <div className={classes.last} role="status" data-empty={done ? undefined : true}>
      {done ? (
        <>
          <span>
            {t(`done_${done.deed}`, { code: done.code, time: timeHere(done.at, language).replace(' ', '\u00a0') })}
          </span>
          {done.undo ? (
            <Button variant="subtle" onClick={() => void takeBack()} loading={pending === done.id}>
              {t('undo')}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
