import type { boardRoutes } from '@shiloh/contract/checkin/board'
import type { DataOf } from '@shiloh/contract/core'
import { useT } from '#platform/i18n'
import { Panel } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { ToneBadge } from '#ui/base/status-badge'
import classes from './board.module.css'
import { Moment } from './moment.tsx'
import { texts } from './texts.ts'
import { resultTones, useDeviceName } from './words.ts'

/** Scans that are shown. */
const SHOWN = 20

interface LatestProps {
  board: DataOf<typeof boardRoutes.liveBoard>
  eventId: string
  now: Date
}

/** The latest scans, whatever their result, and the way to all of them. */
export function Latest({ board: { latest, event }, eventId, now }: LatestProps) {
  const t = useT(texts)
  const nameOf = useDeviceName()
  if (latest.length === 0)
    return (
      <Panel title={t('nobody')}>
        <p className="dim">{t('nobody_hint')}</p>
      </Panel>
    )
  return (
    <Panel title={t('latest')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('when')}</th>
            <th>{t('guest')}</th>
            <th data-wide>{t('code')}</th>
            <th data-wide>{t('way')}</th>
            <th>{t('result')}</th>
            <th data-wide>{t('point')}</th>
          </tr>
        </thead>
        <tbody>
          {latest.slice(0, SHOWN).map((scan) => (
            <tr key={scan._id}>
              <td>
                <Moment at={scan.at} zone={event.time_zone} now={now} />
              </td>
              <th scope="row">{scan.name ?? t('unknown')}</th>
              <td data-wide>
                <span className="code">{scan.code}</span>
              </td>
              <td data-wide>{t(`way_${scan.direction}`)}</td>
              <td>
                {scan.withdrawn ? (
                  <ToneBadge tone="mute">{t('withdrawn')}</ToneBadge>
                ) : scan.undone_by !== null ? (
                  <ToneBadge tone="mute">{t('undone_by', { name: scan.undone_by })}</ToneBadge>
                ) : (
                  <ToneBadge tone={resultTones[scan.result]}>
                    {t(scan.result === 'wrong_event' && scan.name ? 'point_removed' : `result_${scan.result}`)}
                  </ToneBadge>
                )}
              </td>
              <td data-wide>
                {scan.point}
                <small>{nameOf(scan)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <LinkButton variant="default" mt="sm" to="/admin/check-in/$id/scans" params={{ id: eventId }}>
        {t('all_scans')}
      </LinkButton>
    </Panel>
  )
}
