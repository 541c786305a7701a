import { Button, Group, Modal } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { isSamePerson } from '@shiloh/contract/reservations/party'
import type { QuoteLine } from '@shiloh/contract/reservations/quote'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { answerText } from './answer-text.ts'
import { balanceWithout } from './balance-without.ts'
import { QuoteLines } from './lines.tsx'
import classes from './waiting-change.module.css'
import { texts } from './waiting-change-texts.ts'

type Change = NonNullable<ReservationView['pending_change']>

/** Returns the lines of one list that the other has not. Somebody can have another position in the other. */
const linesOnlyIn = (
  one: readonly QuoteLine[],
  names: readonly string[],
  other: readonly QuoteLine[],
  otherNames: readonly string[],
): QuoteLine[] => {
  const keyOf = (line: QuoteLine, called: readonly string[]) =>
    [
      line.kind,
      line.ref_id,
      line.person === null ? '' : (called[line.person] ?? ''),
      line.from_day,
      line.until_day,
      line.quantity,
      line.amount,
    ].join(' ')
  const has = new Set(other.map((line) => keyOf(line, otherNames)))
  return one.filter((line) => !has.has(keyOf(line, names)))
}

/** Returns the names of those whom a change is for. */
const namesIn = ({ wish, joins }: Change, { participants }: ReservationView): string[] =>
  wish.participants.map((one) => [...participants, ...joins].find((known) => isSamePerson(one, known))?.name ?? '')

/** Returns the answers of a change that differ from those in force, in words. Null: it has none any more. */
const answersIn = ({ answers }: Change, before: ReservationView['answers'], language: Language) => [
  ...answers
    .filter((one) => !before.some((had) => had.question_id === one.question_id && had.value === one.value))
    .map((one) => ({ id: one.question_id, label: one.label, says: answerText(one, language) })),
  ...before
    .filter(({ question_id }) => !answers.some((one) => one.question_id === question_id))
    .map(({ question_id, label }) => ({ id: question_id, label, says: null })),
]

interface TakeBackProps {
  isBusy: boolean
  /** Calls back once it is done. */
  onTakeBack: (onDone: () => void) => void
}

/** Takes a change back that waits for its payment, after asking. */
export function TakeBack({ isBusy, onTakeBack }: TakeBackProps) {
  const t = useT(texts)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t('take_back')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={close}
        title={t('take_back_title')}
        closeButtonProps={{ 'aria-label': t('take_back_keep') }}
      >
        <p>{t('take_back_effect')}</p>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {t('take_back_keep')}
          </Button>
          <Button
            color="red"
            loading={isBusy}
            onClick={() =>
              onTakeBack(() => {
                close()
                toastDone({ message: t('taken_back') })
              })
            }
          >
            {t('take_back')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

interface WaitingChangeProps {
  reservation: ReservationView
  /** Of the heading. */
  level: 2 | 3
  /** Absent for somebody who may not take it back. */
  takeBack?: TakeBackProps | undefined
}

/** What a change is that waits for its payment, line by line, and what happens without it. Nothing, if none waits. */
export function WaitingChange({ reservation, level, takeBack }: WaitingChangeProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { pending_change: change, currency, due_at, event } = reservation
  if (!change) return null
  const names = reservation.participants.map(({ name }) => name)
  const next = namesIn(change, reservation)
  const without = balanceWithout(reservation)
  return (
    <section className={classes.change}>
      <Heading level={level}>{t('what_changes')}</Heading>
      <dl className={classes.rows}>
        <QuoteLines lines={linesOnlyIn(change.lines, next, reservation.lines, names)} names={next} />
        <QuoteLines lines={linesOnlyIn(reservation.lines, names, change.lines, next)} names={names} isGivenUp />
        {answersIn(change, reservation.answers, language).map(({ id, label, says }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{says ?? t('no_answer')}</dd>
          </div>
        ))}
        <div data-total>
          <dt>{t('more')}</dt>
          <dd>{formatMoney(change.total - change.previous_total, currency, language)}</dd>
        </div>
      </dl>
      <p>
        {due_at && without > 0
          ? t('otherwise_due', {
              amount: formatMoney(without, currency, language),
              when: formatDay(due_at, language, event.time_zone),
            })
          : t('otherwise')}
      </p>
      {takeBack ? <TakeBack {...takeBack} /> : null}
    </section>
  )
}
