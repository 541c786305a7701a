import type { BoardPoint, boardRoutes } from '@shiloh/contract/checkin/board'
import { pointDay } from '@shiloh/contract/checkin/point-days'
import type { DataOf } from '@shiloh/contract/core'
import { formatCount } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Panel } from '#ui/base/figures'
import { DateText, TimeText } from '#ui/base/values'
import classes from './board.module.css'
import { ScansLink } from './scans-link.tsx'
import { ShowAll } from './show-all.tsx'
import { texts } from './texts.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>

/** Returns whether a point is open today or was used lately: other sittings are folded. */
const isCurrent = (point: BoardPoint, zone: string, now: Date): boolean => {
  const day = pointDay(point, zone)
  const isOver = day !== null && point.ends_at !== null && Date.parse(point.ends_at) < now.getTime()
  return point.lately > 0 || ((day === null || day === dayIn(now, zone)) && !isOver)
}

/** The points of an event with their rules and figures. Gates add up to the figures of the event. */
export function Points({ board, eventId, now }: { board: Board; eventId: string; now: Date }) {
  const { points, counters, event } = board
  const t = useT(texts)
  const [isLong, setIsLong] = useState(false)
  const zone = event.time_zone
  const shown = isLong ? points : points.filter((point) => isCurrent(point, zone, now))
  const language = useLanguage()
  const count = (value: number) => (
    <span className={value === 0 ? 'dim' : undefined}>{formatCount(value, language)}</span>
  )
  const gates = points.filter(({ kind }) => kind === 'gate')
  return (
    <Panel title={t('points')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('point')}</th>
            <th className="num">{t('points_in')}</th>
            <th className="num">{t('points_out')}</th>
            <th className="num">{t('points_inside')}</th>
            <th className="num" data-wide>
              {t('points_lately')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((point) => (
            <tr key={point._id}>
              <th scope="row">
                <ScansLink eventId={eventId} search={{ point_id: point._id }}>
                  {point.name}
                </ScansLink>
                <small>
                  {point.removed ? `${t('point_removed')}, ` : ''}
                  {t(`rule_${point.rule}`)}
                  {point.starts_at ? (
                    <>
                      ,{' '}
                      {point.rule === 'once_a_day' ? null : (
                        <>
                          <DateText value={point.starts_at} zone={zone} />,{' '}
                        </>
                      )}
                      <TimeText value={point.starts_at} zone={zone} />
                    </>
                  ) : null}
                  {point.capacity === null ? null : (
                    <>
                      ,{' '}
                      <span data-warn={point.overfull || undefined}>
                        {t(point.overfull ? 'overfull' : point.today === null ? 'places' : 'places_a_day', {
                          count: point.capacity,
                        })}
                      </span>
                      {point.today === null ? null : `, ${t('today', { count: formatCount(point.today, language) })}`}
                    </>
                  )}
                </small>
              </th>
              <td className="num">{count(point.in)}</td>
              <td className="num">{point.out === null ? null : count(point.out)}</td>
              <td className="num">{point.inside === null ? null : <b>{count(point.inside)}</b>}</td>
              <td className="num" data-wide>
                {count(point.lately)}
              </td>
            </tr>
          ))}
        </tbody>
        {gates.length > 1 ? (
          <tfoot>
            <tr>
              <th scope="row">{t('gates_together')}</th>
              <td className="num">{count(counters.in)}</td>
              <td className="num">{count(counters.out)}</td>
              <td className="num">{count(counters.inside)}</td>
              <td className="num" data-wide>
                {count(gates.reduce((sum, { lately }) => sum + lately, 0))}
              </td>
            </tr>
          </tfoot>
        ) : null}
      </table>
      <ShowAll count={points.length} shown={shown.length} onAll={() => setIsLong(true)} />
    </Panel>
  )
}
