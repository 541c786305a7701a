import type { LeftGroup } from '@shiloh/contract/allocation/plans'
import { formatCount } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import classes from './proposal.module.css'
import { texts } from './texts.ts'
import { useReasons } from './words.ts'

interface LeftOverProps {
  groups: readonly LeftGroup[]
  eventId: string
}

/** Who has no bed in a plan, by reason. */
export function LeftOver({ groups, eventId }: LeftOverProps) {
  const t = useT(texts)
  const language = useLanguage()
  const say = useReasons()
  const count = groups.reduce((sum, { persons }) => sum + persons.length, 0)
  return (
    <section className={classes.left} aria-label={t('left')}>
      <Heading level={2}>{t('left_over', { count: formatCount(count, language) })}</Heading>
      {count === 0 ? <p className="dim">{t('left_nobody')}</p> : null}
      <ul>
        {groups.map((group) => {
          const elsewhere = say.elsewhereOf(group)
          const [offered] = group.elsewhere
          return (
            <li key={group.persons[0]?.participant_id}>
              <span className={classes.leftCount}>{formatCount(group.persons.length, language)}</span>
              <div>
                <h3>{say.titleOf(group)}</h3>
                <p className="small dim">
                  {say.causeOf(group)}
                  {elsewhere ? ` ${elsewhere}.` : ''}
                </p>
                <details>
                  <summary>{t('names', { count: group.persons.length })}</summary>
                  <ul>
                    {group.persons.map(({ participant_id, reservation_id, name }) => (
                      <li key={participant_id}>
                        <Link to="/admin/reservations/$id" params={{ id: reservation_id }}>
                          {name}
                        </Link>
                        <Link
                          to="/admin/reservations/rooms/walk-in"
                          search={{
                            event_id: eventId,
                            reservation_id,
                            ...(offered && { room_category_id: offered.room_category_id }),
                          }}
                        >
                          {offered ? t('offer', { category: offered.room_category }) : t('find_bed')}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </details>
                {group.holders.length > 0 ? (
                  <details>
                    <summary>{t('show_others', { count: group.holders.length })}</summary>
                    <ul>
                      {group.holders.map(({ participant_id, reservation_id, name, room }) => (
                        <li key={participant_id}>
                          <Link to="/admin/reservations/$id" params={{ id: reservation_id }}>
                            {t('in_room', { name, room })}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </details>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
      {count > 0 ? (
        <Link to="/admin/reservations/rooms" search={{ event_id: eventId }}>
          {t('by_hand')}
        </Link>
      ) : null}
    </section>
  )
}
