import { Button, CloseButton } from '@mantine/core'
import { boardRoutes } from '@shiloh/contract/checkin/board'
import { type Guest, guestRoutes, type PaperRow } from '@shiloh/contract/checkin/guests'
import { formatList, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Heading } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import classes from './paper.module.css'
import { texts } from './paper-texts.ts'
import { texts as boardTexts } from './texts.ts'
import { useDeviceName } from './words.ts'

/** What was entered together: the answers, and whom they are about. */
export interface Entry {
  readonly rows: readonly PaperRow[]
  readonly guests: ReadonlyMap<string, Guest>
}

/** Names that are listed of those who were entered. */
const NAMED = 12

/** The answers to an entry: what somebody should know first, and the way back. */
export function PaperResults({
  entry: { rows, guests },
  eventId,
  zone,
  onClose,
}: {
  entry: Entry
  eventId: string
  zone: string
  onClose: () => void
}) {
  const t = useT(texts)
  const onBoard = useT(boardTexts)
  const language = useLanguage()
  const nameOf = useDeviceName()
  const { mutateAsync, isPending } = useAct(boardRoutes.reviewScans, [boardRoutes.liveBoard, guestRoutes.listGuests])
  const [withdrawn, setWithdrawn] = useState<ReadonlySet<string>>(new Set())
  const own = rows.flatMap(({ outcome, scan }) => (outcome === 'entered' && scan && !withdrawn.has(scan) ? [scan] : []))
  const withdraw = async (scan_ids: string[]) => {
    await mutateAsync({ params: { id: eventId }, body: { act: 'withdraw', scan_ids } })
    setWithdrawn(new Set([...withdrawn, ...scan_ids]))
    toastDone({ message: t('taken_back', { count: scan_ids.length }) })
  }
  const isToday = (at: string) => dayIn(at, zone) === dayIn(new Date(), zone)
  const notesOf = ({ outcome, result, double_entry, balance, currency }: PaperRow): string[] => [
    ...(outcome === 'entered' ? [] : [t(`outcome_${outcome}`)]),
    ...(double_entry
      ? [
          t('double', {
            time: `${isToday(double_entry.at) ? '' : `${formatDate(double_entry.at, language, zone)}, `}${formatTime(double_entry.at, language, zone)}`,
            place: [double_entry.point, nameOf(double_entry)].filter(Boolean).join(', '),
          }),
        ]
      : []),
    ...(result === 'unpaid' && balance > 0 && currency
      ? [t('owes', { amount: formatMoney(balance, currency, language) })]
      : result && result !== 'ok' && result !== 'already_redeemed'
        ? [onBoard(`result_${result}`)]
        : []),
  ]
  const noted = rows.map((row) => ({ row, notes: notesOf(row) })).filter(({ notes }) => notes.length > 0)
  const stored = rows.filter(({ outcome }) => outcome === 'entered')
  const names = stored.flatMap(({ participant_id }) => guests.get(participant_id)?.name ?? [])
  const [name] = names
  const rest = names.length - NAMED
  return (
    <section className={classes.results} aria-label={t('results')}>
      <header>
        <Heading level={2}>
          {names.length === 1 && name ? t('entered_one', { name }) : t('entered', { count: stored.length })}
        </Heading>
        {own.length > 0 ? (
          <Button variant="default" loading={isPending} onClick={() => void withdraw(own)}>
            {t('undo', { count: own.length })}
          </Button>
        ) : null}
        <CloseButton aria-label={t('close')} size={36} onClick={onClose} />
      </header>
      {names.length > 1 ? (
        <p>
          {rest > 0
            ? t('entered_more', { names: names.slice(0, NAMED).join(', '), count: rest })
            : formatList(names, language)}
        </p>
      ) : null}
      {noted.length === 0 ? <p className="dim">{t('no_notes')}</p> : null}
      <ul>
        {noted.map(({ row, notes }) => (
          <li key={row.participant_id}>
            <b>{guests.get(row.participant_id)?.name}</b>
            <span className="code">{guests.get(row.participant_id)?.code}</span>
            <span>{row.scan && withdrawn.has(row.scan) ? t('taken_back', { count: 1 }) : notes.join('. ')}</span>
            {row.outcome === 'entered' && row.scan && !withdrawn.has(row.scan) ? (
              <Button
                variant="subtle"
                disabled={isPending}
                onClick={() => void withdraw(row.scan === null ? [] : [row.scan])}
              >
                {onBoard('withdraw')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
