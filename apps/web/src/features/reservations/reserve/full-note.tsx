import { formatList } from '@shiloh/contract/text/format'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { Said } from '#ui/base/said'
import { closedTo } from './people.ts'
import classes from './reserve.module.css'
import type { StepProps } from './step.ts'
import { texts } from './texts.ts'
import { shortOf } from './wizard-state.ts'

/** Why the whole choice waits: the event is full, or what was chosen of it. And whether something else is free. */
export function FullNote({ event, choice, situation, waiting }: StepProps) {
  const t = useT(texts)
  const reader = useLanguage()
  const { user } = useAccount()
  const short = shortOf(event, choice)
  if (!short) return null
  const { types, isSoldOut } = short
  if (types.length === 0)
    return <p className={classes.notice}>{t(isSoldOut ? 'waiting_event_note' : 'waiting_few_note')}</p>
  const names = formatList(
    types.map(({ name }) => name),
    reader,
  )
  const isOther = event.participant_types.some(
    (type) => !type.sold_out && !types.includes(type) && closedTo(event, user, type, situation.me) === null,
  )
  const waits = types.some(({ name }) => waiting.isOn('participant_type', name))
  const why = waits ? 'waits_already' : isSoldOut ? 'waiting_type_note' : 'waiting_few_type_note'
  return (
    <p className={classes.notice}>
      <Said words={names} lang={types[0]?.languages?.name} within={t(why, { types: names })} />
      {isOther ? ` ${t('other_type_free')}` : ''}
    </p>
  )
}
