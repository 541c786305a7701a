import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { Said } from '#ui/base/said'
import { useNamed } from '../parts/named.ts'
import { closedTo } from './people.ts'
import classes from './reserve.module.css'
import type { StepProps } from './step.ts'
import { texts } from './texts.ts'
import { shortOf } from './wizard-state.ts'

interface FullNoteProps extends StepProps {
  /** Omitted where the main button joins. */
  onJoin?: () => void
}

/**
 * Why the whole choice waits: the event is full, or what was chosen of it. With the way to the waiting list, which asks less
 * than the steps do, and whether something else is free.
 */
export function FullNote({ event, choice, situation, waiting, onJoin }: FullNoteProps) {
  const t = useT(texts)
  const named = useNamed()
  const { user } = useAccount()
  const short = shortOf(event, choice)
  if (!short) return null
  const { types, isSoldOut } = short
  const join = onJoin ? (
    <Button
      className={classes.join ?? ''}
      variant="default"
      leftSection={<IconBell size={17} aria-hidden />}
      onClick={onJoin}
    >
      {t('join_waiting')}
    </Button>
  ) : null
  if (types.length === 0)
    return (
      <div className={classes.notice}>
        <p>{t(isSoldOut ? 'waiting_event_note' : 'waiting_few_note')}</p>
        {join}
      </div>
    )
  const names = named(types.map(({ name }) => name))
  const isOther = event.participant_types.some(
    (type) => !type.sold_out && !types.includes(type) && closedTo(event, user, type, situation.me) === null,
  )
  const waits = types.some(({ name }) => waiting.isOn('participant_type', name))
  const why = waits ? 'waits_already' : isSoldOut ? 'waiting_type_note' : 'waiting_few_type_note'
  return (
    <div className={classes.notice}>
      <p>
        <Said words={names} lang={types[0]?.languages?.name} within={t(why, { types: names })} />
        {isOther ? ` ${t('other_type_free')}` : ''}
      </p>
      {waits ? null : join}
    </div>
  )
}
