import type { boardRoutes } from '@shiloh/contract/checkin/board'
import { pointDay } from '@shiloh/contract/checkin/point-days'
import type { DataOf } from '@shiloh/contract/core'
import { formatCount, formatDay, formatTime } from '@shiloh/contract/text/format'
import { dayIn, wallTime } from '@shiloh/contract/text/zone'
import { useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { ChartPanel } from '#ui/charts/chart-panel'
import { LineChart } from '#ui/charts/line-chart'
import type { ChartData } from '#ui/charts/points'
import { ChoiceSelect } from '#ui/form/choice-select'
import { pointLabel } from '../point-label.ts'
import classes from './board.module.css'
import { texts } from './texts.ts'

type Board = DataOf<typeof boardRoutes.liveBoard>

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 4 * QUARTER_MS

/** Returns when the quarter of an hour of an instant began. */
const quarterOf = (at: Date): string => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS).toISOString()

const GATES = 'gates'

/** Returns every quarter from the hour of the first with somebody to the last, or to now if the day runs. */
function quartersOfDay({ quarters, event, points }: Board, chosen: string, day: string, now: Date) {
  const gates = new Set(points.flatMap(({ kind, _id }) => (kind === 'gate' ? [_id] : [])))
  const its = quarters.filter(
    ({ at, point_id }) =>
      (chosen === GATES ? gates.has(point_id) : point_id === chosen) && dayIn(at, event.time_zone) === day,
  )
  const [first, last] = [its[0], its.at(-1)]
  if (!first || !last) return []
  const sums = new Map<string, { in: number; out: number }>()
  for (const { at, in: came, out } of its) {
    const sum = sums.get(at) ?? { in: 0, out: 0 }
    sums.set(at, { in: sum.in + came, out: sum.out + out })
  }
  const isToday = dayIn(now, event.time_zone) === day
  const end = Math.max(Date.parse(last.at), isToday ? Date.parse(quarterOf(now)) : 0)
  const all: { at: string; in: number; out: number }[] = []
  // From a whole hour on, and an empty one before a short line: a single quarter would be a slope across the page.
  const hour = Math.floor(Date.parse(first.at) / HOUR_MS) * HOUR_MS
  const begin = end - hour < 2 * HOUR_MS ? hour - HOUR_MS : hour
  for (let at = begin; at <= end; at += QUARTER_MS) {
    const key = new Date(at).toISOString()
    all.push({ at: key, ...(sums.get(key) ?? { in: 0, out: 0 }) })
  }
  return all
}

/** How many people came and left on one day, by quarter of an hour. */
export function Curve({ board, now }: { board: Board; now: Date }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, points, quarters } = board
  const zone = event.time_zone
  const [chosen, setChosen] = useState(GATES)
  const [wanted, setWanted] = useState<string>()
  const today = dayIn(now, zone)
  const days = [...new Set([...quarters.map(({ at }) => dayIn(at, zone)), today])].sort()
  // Before and after an event, today is empty: the last day with somebody says more.
  const gates = new Set(points.flatMap(({ kind, _id }) => (kind === 'gate' ? [_id] : [])))
  const isShown = ({ point_id }: { point_id: string }) => (chosen === GATES ? gates.has(point_id) : point_id === chosen)
  const latest = quarters.findLast(isShown) ?? quarters.at(-1)
  const day = wanted && days.includes(wanted) ? wanted : latest ? dayIn(latest.at, zone) : today
  const scanned = new Set(quarters.flatMap(({ at, point_id }) => (dayIn(at, zone) === day ? [point_id] : [])))
  const ofDay = points.filter((one) => scanned.has(one._id) || [null, day].includes(pointDay(one, zone)))
  const point = ofDay.some(({ _id }) => _id === chosen) ? chosen : GATES
  const rule = points.find(({ _id }) => _id === point)?.rule ?? 'in_out'
  const countsOut = rule === 'in_out' || rule === 'count'
  const data: ChartData = {
    names: { point: t('quarter'), now: t('came'), ...(countsOut && { before: t('left') }) },
    points: quartersOfDay(board, point, day, now).map((quarter) => ({
      id: quarter.at,
      label: `${formatDay(quarter.at, language, zone)}, ${formatTime(quarter.at, language, zone)}`,
      ...(wallTime(quarter.at, zone).slice(14, 16) === '00' && { tick: formatTime(quarter.at, language, zone) }),
      value: quarter.in,
      ...(countsOut && { before: quarter.out }),
    })),
    format: (value) => formatCount(value, language),
  }
  return (
    <div className={classes.curve}>
      <ChartPanel
        title={t('curve')}
        note={t('curve_note')}
        data={data}
        marks="lines"
        empty={t('curve_empty')}
        aside={
          <span className={classes.choices}>
            {days.length > 1 ? (
              <ChoiceSelect
                aria-label={t('which_day')}
                value={day}
                onChange={setWanted}
                choices={days.map((value) => ({ value, label: formatDay(value, language, zone) }))}
              />
            ) : null}
            {ofDay.length > 1 ? (
              <ChoiceSelect
                aria-label={t('which_point')}
                value={point}
                onChange={setChosen}
                choices={[
                  { value: GATES, label: t('all_gates') },
                  ...ofDay.map((one) => ({ value: one._id, label: pointLabel(one, zone, language) })),
                ]}
              />
            ) : null}
          </span>
        }
      >
        <LineChart label={t('curve')} {...data} />
      </ChartPanel>
    </div>
  )
}
