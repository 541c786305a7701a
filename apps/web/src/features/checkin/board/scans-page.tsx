import { boardRoutes, type ReviewAct } from '@shiloh/contract/checkin/board'
import { gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import { type ListedScan, SCAN_STATES, scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { DIRECTIONS, isOfNobody, SCAN_VERDICTS, scanWord } from '@shiloh/contract/checkin/scans'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useAccount } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText, Unbroken } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import type { BulkAction } from '#ui/list/bulk-types'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import type { ColumnOf, FilterOf } from '#ui/list/list-types'
import { pointLabel } from '../point-label.ts'
import { texts } from './scans-texts.ts'
import { texts as board } from './texts.ts'
import { placeOf, useDeviceName, verdictOf } from './words.ts'

const canWithdraw = ({ states }: ListedScan): boolean => states.includes('counted')
const canRestore = ({ states }: ListedScan): boolean => states.includes('withdrawn') && !states.includes('undone')

/** What the server says, and what became of it since. */
function Verdict({ scan }: { scan: ListedScan }) {
  const t = useT(texts)
  const say = useT(board)
  const nameOf = useDeviceName()
  if (scan.withdrawn) return <ToneBadge tone="mute">{t('withdrawn_by', { name: scan.withdrawn.by })}</ToneBadge>
  if (scan.undone) return <ToneBadge tone="mute">{say('undone_on', { device: nameOf(scan) })}</ToneBadge>
  if (scan.states.includes('double')) return <ToneBadge tone="warn">{t('state_double')}</ToneBadge>
  const { tone, label } = verdictOf(scan)
  return <ToneBadge tone={tone}>{say(label)}</ToneBadge>
}

function useColumns(zone: string): readonly ColumnOf<typeof scanRoutes.listScans>[] {
  const t = useT(texts)
  const say = useT(board)
  const language = useLanguage()
  const nameOf = useDeviceName()
  return useMemo(
    () => [
      {
        key: 'at',
        header: text(board, 'when'),
        sort: 'at',
        cell: (row) => <DateText value={row.at} zone={zone} time weekday={false} />,
      },
      {
        key: 'name',
        header: text(board, 'guest'),
        cell: (row) =>
          row.user_id !== null && row.name !== null ? (
            <PersonLink id={row.user_id} name={row.name} />
          ) : isOfNobody(row) ? (
            say('nobody_chosen')
          ) : (
            (row.name ?? say('unknown'))
          ),
      },
      {
        key: 'code',
        header: text(board, 'code'),
        cell: (row) =>
          row.reservation_id ? (
            <Link to="/admin/reservations/$id" params={{ id: row.reservation_id }} className="code">
              {row.code}
            </Link>
          ) : (
            <span className="code">{row.code}</span>
          ),
      },
      { key: 'direction', header: text(board, 'way'), cell: (row) => say(`way_${row.direction}`) },
      {
        key: 'result',
        exported: ['verdict', 'counted', 'double_entry', 'withdrawn_at', 'withdrawn_by', 'undone_at', 'undone_by'],
        header: text(board, 'result'),
        cell: (row) => <Verdict scan={row} />,
      },
      {
        key: 'said',
        header: text(texts, 'said'),
        cell: (row) =>
          row.said
            ? say(
                `result_${scanWord(row.said, { kind: row.point_kind, direction: row.direction, isKnown: row.name !== null })}`,
              )
            : nothing,
        hidden: true,
      },
      {
        key: 'point',
        exported: ['point', 'sitting_at'],
        header: text(board, 'point'),
        cell: (row) => placeOf(row, zone, language) || t('no_point'),
      },
      { key: 'device', header: text(texts, 'device'), cell: (row) => nameOf(row), yields: true },
      {
        key: 'received_at',
        header: text(texts, 'received'),
        cell: (row) => <DateText value={row.received_at} zone={zone} time weekday={false} />,
        hidden: true,
      },
      {
        key: 'scanned_by',
        header: text(texts, 'scanned_by'),
        cell: (row) => row.scanned_by ?? nothing,
        hidden: true,
      },
    ],
    [t, say, nameOf, zone, language],
  )
}

function useFilters(eventId: string): readonly FilterOf<typeof scanRoutes.listScans>[] {
  const nameOf = useDeviceName()
  const language = useLanguage()
  const live = useQuery(queryOf(boardRoutes.liveBoard, { params: { id: eventId } })).data
  const devices = useQuery(queryOf(gateDeviceRoutes.listDevices, { params: { id: eventId } })).data ?? []
  return [
    {
      kind: 'choice',
      key: 'state',
      label: text(texts, 'state'),
      choices: SCAN_STATES.map((value) => ({ value, label: text(texts, `state_${value}`) })),
    },
    {
      kind: 'choice',
      key: 'point_id',
      label: text(board, 'point'),
      choices: (live?.points ?? []).map((point) => ({
        value: point._id,
        label: () => pointLabel(point, live?.event.time_zone ?? 'UTC', language),
      })),
    },
    {
      kind: 'choice',
      key: 'result',
      label: text(board, 'result'),
      choices: SCAN_VERDICTS.map((value) => ({ value, label: text(board, `result_${value}`) })),
    },
    {
      kind: 'choice',
      key: 'direction',
      label: text(board, 'way'),
      choices: DIRECTIONS.map((value) => ({ value, label: text(board, `way_${value}`) })),
    },
    {
      kind: 'choice',
      key: 'device_id',
      label: text(texts, 'device'),
      choices: devices.map(({ _id, name }) => ({
        value: _id,
        label: () => nameOf({ device_id: _id, device: name }),
      })),
    },
    { kind: 'minute', key: 'from', label: text(texts, 'from') },
    { kind: 'minute', key: 'until', label: text(texts, 'until') },
  ]
}

/** `/admin/check-in/{id}/scans`: all scans of an event, to find one and to withdraw or put it back. */
export function ScansPage() {
  const t = useT(texts)
  const { id } = useParams({ from: '/admin/check-in/$id/scans' })
  const { organisation } = useAccount()
  const event = useQuery(queryOf(boardRoutes.liveBoard, { params: { id } })).data?.event
  const zone = event?.time_zone ?? organisation.time_zone
  const columns = useColumns(zone)
  const filters = useFilters(id)
  const [asked, setAsked] = useState<{ readonly ids: string[]; readonly clear: () => void }>()
  const { mutateAsync, isPending } = useAct(boardRoutes.reviewScans, [boardRoutes.liveBoard, scanRoutes.listScans])

  const review = async (act: Exclude<ReviewAct, 'seen'>, scan_ids: string[]) => {
    const { data } = await mutateAsync({ params: { id }, body: { act, scan_ids } })
    const done = data.flatMap((scan) => (scan.done ? [scan._id] : []))
    const opposite = act === 'withdraw' ? 'restore' : 'withdraw'
    toastDone({
      message: t(act === 'withdraw' ? 'withdrawn_count' : 'restored_count', { count: done.length }),
      ...(done.length > 0 && {
        undo: {
          label: t('undo'),
          act: () => void mutateAsync({ params: { id }, body: { act: opposite, scan_ids: done } }),
        },
      }),
    })
  }
  const idsOf = (rows: readonly ListedScan[]) => rows.map(({ _id }) => _id)
  const bulk: readonly BulkAction<ListedScan>[] = [
    {
      label: text(texts, 'withdraw'),
      icon: IconX,
      fits: (rows) => rows.every(canWithdraw),
      act: (rows, clear) => setAsked({ ids: idsOf(rows), clear }),
    },
    {
      label: text(texts, 'restore'),
      icon: IconArrowBackUp,
      fits: (rows) => rows.every(canRestore),
      act: (rows, clear) => void review('restore', idsOf(rows)).then(clear),
    },
  ]
  const count = asked?.ids.length ?? 0
  return (
    <>
      <ListPage
        key={id}
        route={scanRoutes.listScans}
        params={{ id }}
        name="scans"
        title={text(texts, 'title')}
        live="checkin"
        columns={columns}
        filters={filters}
        rowName={(row) => t('scan_of', { name: row.name ?? row.code })}
        bulk={bulk}
        exportRoute={scanRoutes.exportScans}
        exportPermission="reservations.export"
        phone={{
          title: (row) => (isOfNobody(row) ? row.code : (row.name ?? row.code)),
          badge: (row) => <Verdict scan={row} />,
          note: (row) => <Note scan={row} zone={zone} />,
          value: (row) => <DateText value={row.at} zone={zone} time weekday={false} />,
        }}
        empty={{ title: text(texts, 'nobody'), hint: text(texts, 'nobody_hint') }}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={t('question', { count })}
        action={t('act', { count })}
        busy={isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (!asked) return
          void review('withdraw', asked.ids).then(() => {
            asked.clear()
            setAsked(undefined)
          })
        }}
      >
        <p>{t('text')}</p>
      </ConfirmDialog>
    </>
  )
}

function Note({ scan, zone }: { scan: ListedScan; zone: string }) {
  const say = useT(board)
  const language = useLanguage()
  const nameOf = useDeviceName()
  const parts = [say(`way_${scan.direction}`), placeOf(scan, zone, language), nameOf(scan)]
  return <Unbroken>{parts.filter(Boolean).join(', ')}</Unbroken>
}
