import { Button } from '@mantine/core'
import type { Person } from '@shiloh/contract/authorization'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'
import { type TitleAct, TitleDecision } from './title-decision.tsx'
import classes from './titles.module.css'

/** Says on the page of a person that a title or designation of theirs waits, and decides it. */
export function WaitingTitle({ person }: { person: Person }) {
  const t = useT(texts)
  const can = useCan()
  const [act, setAct] = useState<TitleAct>()
  const waiting = person.waiting_for_confirmation
  const names = waiting.flatMap((kind) => person[kind] ?? [])
  const claim = {
    name: person.name,
    titles: names.join(', '),
    user_id: person._id,
    ...(waiting.includes('title') && person.title_id ? { title_id: person.title_id } : {}),
    ...(waiting.includes('designation') && person.designation_id ? { designation_id: person.designation_id } : {}),
  }
  return (
    <>
      {names.length > 0 ? (
        <div className={classes.waits}>
          <p>{t('waits', { count: names.length, names: names.join(', ') })}</p>
          {can('users.confirm_titles', person._id) ? (
            <span className={classes.acts} data-no-print>
              <Button size="compact-sm" variant="default" onClick={() => setAct('confirm')}>
                {t('confirm')}
              </Button>
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAct('decline')}>
                {t('decline')}
              </Button>
            </span>
          ) : null}
        </div>
      ) : null}
      {act ? <TitleDecision act={act} claims={[claim]} onClose={() => setAct(undefined)} /> : null}
    </>
  )
}
