import type { ReservationMeals } from '@shiloh/contract/reservations/meals'
import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconCheck } from '@tabler/icons-react'
import { useLanguage, useT } from '#platform/i18n'
import classes from './meals.module.css'
import { texts } from './meals-texts.ts'

type Sitting = ReservationMeals['sittings'][number]

/** A sitting: its time, who eats there if not everybody does, and who was there. */
function SittingRow({
  sitting,
  party,
  zone,
  caterer,
}: {
  sitting: Sitting
  party: number
  zone: string
  /** The only one, whose name is above already. */
  caterer: string | undefined
}) {
  const t = useT(texts)
  const language = useLanguage()
  const time = (at: string) => formatTime(at, language, zone).replace(' ', '\u00a0')
  const times = [sitting.starts_at, sitting.ends_at].flatMap((at) => (at === null ? [] : [time(at)])).join(' – ')
  const ordered = sitting.persons.filter(({ caterer }) => caterer !== null)
  const eaten = sitting.persons.flatMap(({ name, eaten_at }) => (eaten_at === null ? [] : [{ name, at: eaten_at }]))
  const only = ordered.length < party && ordered.length > 0 ? ordered.map(({ name }) => name).join(', ') : null
  const [first] = eaten
  return (
    <li>
      <span>
        <b>{caterer === undefined ? sitting.name : sitting.name.replace(`, ${caterer}`, '')}</b>
        {times ? <small>{times}</small> : null}
        {only ? <small>{t('only_for', { names: only })}</small> : null}
        {ordered.length === 0 ? <small>{t('not_ordered')}</small> : null}
      </span>
      {first ? (
        <span className={classes.eaten}>
          <IconCheck size={17} aria-hidden />
          <span>
            {party > 1 && eaten.length < ordered.length
              ? t('eaten_by', { names: eaten.map(({ name }) => name).join(', ') })
              : t('eaten_at', { time: time(first.at) })}
          </span>
        </span>
      ) : null}
    </li>
  )
}

/** The meals of a reservation by day, with a tick at those that were eaten. Nothing without meals. */
export function Meals({ meals }: { meals: ReservationMeals | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  if (!meals || meals.sittings.length === 0) return null
  const caterers = new Set(
    meals.sittings.flatMap(({ persons }) => persons.flatMap(({ caterer }) => (caterer === null ? [] : [caterer]))),
  )
  return (
    <section>
      <h2>{t('meals')}</h2>
      {caterers.size > 0 ? <p className={classes.caterer}>{[...caterers].join(', ')}</p> : null}
      {[...Map.groupBy(meals.sittings, ({ day }) => day)].map(([day, sittings]) => (
        <div key={day ?? ''} className={classes.day}>
          {day ? <h3>{formatDay(`${day}T12:00:00Z`, language, 'UTC')}</h3> : null}
          <ul>
            {sittings.map((sitting) => (
              <SittingRow
                key={sitting._id}
                sitting={sitting}
                party={meals.party}
                zone={meals.time_zone}
                caterer={caterers.size === 1 ? [...caterers][0] : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
