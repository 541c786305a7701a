import type { boardRoutes } from '@shiloh/contract/checkin/board'
import { isOfNobody } from '@shiloh/contract/checkin/scans'
import type { DataOf } from '@shiloh/contract/core'
import { useLanguage, useT } from '#platform/i18n'
import { Panel } from '#ui/base/figures'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { ToneBadge } from '#ui/base/status-badge'
import { Unbroken } from '#ui/base/values'
import classes from './board.module.css'
import { Moment } from './moment.tsx'
import { texts } from './texts.ts'
import { placeOf, useDeviceName, verdictOf } from './words.ts'

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
  const language = useLanguage()
  const nameOf = useDeviceName()
  const zone = event.time_zone
  if (latest.length === 0)
    return (
      <Panel title={t('nobody')}>
        <p className="dim">{t('nobody_hint')}</p>
      </Panel>
    )
  return (
    <Panel title={t('latest')}>
      <table className={`${classes.table} ${classes.latest}`}>
        <thead>
          <tr>
            <th>{t('when')}</th>
            <th>{t('guest')}</th>
            <th data-wide>{t('code')}</th>
            <th>{t('result')}</th>
            <th data-wide>{t('point')}</th>
          </tr>
        </thead>
        <tbody>
          {latest.slice(0, SHOWN).map((scan) => (
            <tr key={scan._id}>
              <td>
                <Moment at={scan.at} zone={zone} now={now} />
              </td>
              <th scope="row">
                {scan.user_id !== null && scan.name !== null ? (
                  <PersonLink id={scan.user_id} name={scan.name} />
                ) : isOfNobody(scan) ? (
                  t('nobody_chosen')
                ) : (
                  (scan.name ?? t('unknown'))
                )}
                <small data-narrow>
                  <Unbroken>
                    {[t(`way_${scan.direction}`), placeOf(scan, zone, language)].filter(Boolean).join(', ')}
                  </Unbroken>
                </small>
              </th>
              <td data-wide>
                <span className="code">{scan.code}</span>
              </td>
              <td>
                {scan.withdrawn ? (
                  <ToneBadge tone="mute">{t('withdrawn')}</ToneBadge>
                ) : scan.undone_by !== null ? (
                  <ToneBadge tone="mute">{t('undone_on', { device: nameOf(scan) })}</ToneBadge>
                ) : (
                  <ToneBadge tone={verdictOf(scan).tone}>{t(verdictOf(scan).label)}</ToneBadge>
                )}
              </td>
              <td data-wide>
                <Unbroken>{placeOf(scan, zone, language)}</Unbroken>
                <small>{[t(`way_${scan.direction}`), nameOf(scan)].join(', ')}</small>
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
