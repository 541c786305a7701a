import { Button } from '@mantine/core'
import { boardRoutes, MOST_TO_LOOK_AT, type ReviewAct } from '@shiloh/contract/checkin/board'
import { isOfNobody, type Said, scanWord } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Panel } from '#ui/base/figures'
import { PersonLink } from '#ui/base/person-link'
import { Unbroken } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import classes from './board.module.css'
import { Moment } from './moment.tsx'
import { ShowAll } from './show-all.tsx'
import { texts } from './texts.ts'
import { placeOf, useDeviceName } from './words.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>
/** Entries that are shown at once. */
const SHOWN = 4

type Entry = Board['double_entries'][number]['first']

/** Returns what a scan of somebody is called, by the device or by the server. */
const wordOf = <Result extends Said>({ point_kind, direction, name }: Board['corrections'][number], result: Result) =>
  scanWord(result, { kind: point_kind, direction, isKnown: name !== null })

/** Returns acts on scans of an event. Tells who was faster. */
function useReview(eventId: string) {
  const t = useT(texts)
  const { mutateAsync, isPending } = useAct(boardRoutes.reviewScans, [boardRoutes.liveBoard])
  const review = async (act: ReviewAct, scan_ids: string[]) => {
    const params = { id: eventId }
    const { data } = await mutateAsync({ params, body: { act, scan_ids } })
    const [first] = data
    const before = act === 'seen' ? first?.seen : first?.withdrawn
    toastDone({
      message:
        first?.done === false && before
          ? t('already_by', { name: before.by })
          : t(act === 'seen' ? 'was_seen' : 'was_withdrawn'),
      ...(act === 'withdraw' &&
        first?.done && {
          undo: { label: t('undo'), act: () => void mutateAsync({ params, body: { act: 'restore', scan_ids } }) },
        }),
    })
  }
  return { review, isPending }
}

function Scanned({ entry, zone, now }: { entry: Entry; zone: string; now: Date }) {
  const language = useLanguage()
  const nameOf = useDeviceName()
  return (
    <li>
      <Moment at={entry.at} zone={zone} now={now} />
      <span>
        <Unbroken>{[placeOf(entry, zone, language), nameOf(entry)].filter(Boolean).join(', ')}</Unbroken>
      </span>
    </li>
  )
}

interface ItemProps {
  item: {
    readonly _id: string
    readonly name: string
    readonly user_id: string | null
    readonly code: string
    readonly reservation_id: string | null
  }
  /** The scan that can be withdrawn. */
  canWithdraw: boolean
  why: string
  eventId: string
  /** The scan itself, for the question. */
  scan: ReactNode
  children: ReactNode
}

function Item({ item, canWithdraw, why, eventId, scan, children }: ItemProps) {
  const t = useT(texts)
  const [asks, setAsks] = useState(false)
  const { review, isPending } = useReview(eventId)
  const { name, user_id, code, reservation_id } = item
  return (
    <li>
      <p className={classes.who}>
        {user_id === null ? <b>{name}</b> : <PersonLink id={user_id} name={name} />}
        {reservation_id === null ? (
          <span className="code">{code}</span>
        ) : (
          <Link to="/admin/reservations/$id" params={{ id: reservation_id }} className="code">
            {code}
          </Link>
        )}
      </p>
      <ul>{children}</ul>
      <p className={classes.why}>{why}</p>
      <p className={classes.acts}>
        <Button
          variant="default"
          aria-label={t('seen_named', { name })}
          loading={isPending}
          onClick={() => void review('seen', [item._id])}
        >
          {t('seen')}
        </Button>
        {canWithdraw ? (
          <Button variant="subtle" aria-label={t('withdraw_named', { name })} onClick={() => setAsks(true)}>
            {t('withdraw')}
          </Button>
        ) : null}
      </p>
      <ConfirmDialog
        opened={asks}
        title={t('withdraw_question', { name })}
        action={t('withdraw_act')}
        busy={isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => void review('withdraw', [item._id]).then(() => setAsks(false))}
      >
        <ul className={classes.asked}>{scan}</ul>
        <p>{t('withdraw_text')}</p>
      </ConfirmDialog>
    </li>
  )
}

/** Double entries and corrections, each with its acts. */
export function LookAt({ board, eventId, now }: { board: Board; eventId: string; now: Date }) {
  const t = useT(texts)
  const language = useLanguage()
  const { double_entries, corrections, event } = board
  const zone = event.time_zone
  const count = double_entries.length + corrections.length
  const apart = ({ first, second }: Board['double_entries'][number]) => {
    const minutes = Math.floor((Date.parse(second.at) - Date.parse(first.at)) / 60_000)
    return minutes < 60
      ? t('double', { minutes })
      : t('double_long', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
  const [isLong, setIsLong] = useState(false)
  const isMore = double_entries.length === MOST_TO_LOOK_AT || corrections.length === MOST_TO_LOOK_AT
  const items = [
    ...double_entries.map((item) => (
      <Item
        key={item._id}
        item={item}
        eventId={eventId}
        canWithdraw
        why={apart(item)}
        scan={<Scanned entry={item.second} zone={zone} now={now} />}
      >
        <Scanned entry={item.first} zone={zone} now={now} />
        <Scanned entry={item.second} zone={zone} now={now} />
      </Item>
    )),
    ...corrections.map((item) => (
      <Item
        key={item._id}
        item={{ ...item, name: isOfNobody(item) ? t('nobody_chosen') : (item.name ?? t('nobody_known')) }}
        eventId={eventId}
        canWithdraw={item.accepted}
        scan={<Scanned entry={item} zone={zone} now={now} />}
        why={
          item.ended
            ? t('ended')
            : item.said === item.result
              ? t('from_revoked')
              : item.name !== null && item.result === 'wrong_event'
                ? t('point_gone')
                : t('corrected', {
                    said: t(`result_${wordOf(item, item.said)}`),
                    result: t(`result_${wordOf(item, item.result)}`),
                  })
        }
      >
        <Scanned entry={item} zone={zone} now={now} />
      </Item>
    )),
  ]
  return (
    <Panel title={count === 0 ? t('look_at') : t('look_at_count', { count: formatCount(count, language) })}>
      {count === 0 ? <p className="dim">{t('nothing')}</p> : null}
      <ul className={classes.items}>{isLong ? items : items.slice(0, SHOWN)}</ul>
      <ShowAll count={count} shown={isLong ? count : SHOWN} onAll={() => setIsLong(true)} />
      {isMore ? <p className="dim small">{t('more_to_look_at', { count: MOST_TO_LOOK_AT })}</p> : null}
    </Panel>
  )
}
