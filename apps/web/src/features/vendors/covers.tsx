import { Button } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { formatCount, formatTime, formatWeekday } from '@shiloh/contract/text/format'
import {
  FEWEST_SHOWN,
  type ShownCount,
  type Sitting,
  type VendorCatering,
  type VendorEvent,
  vendorRoutes,
} from '@shiloh/contract/vendors/vendors'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { IconDownload } from '@tabler/icons-react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

type Caterer = VendorCatering['caterers'][number]

/** The days with meals, side by side. */
export function DayPicker({
  days,
  value,
  onChange,
}: {
  days: readonly string[]
  value: string | undefined
  onChange: (day: string) => void
}) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <fieldset aria-label={t('choose_day')} className={classes.days}>
      {days.map((day) => (
        <button key={day} type="button" aria-pressed={day === value} onClick={() => onChange(day)}>
          {formatWeekday(`${day}T12:00:00Z`, language)}
          <b>{Number(day.slice(8))}</b>
        </button>
      ))}
    </fieldset>
  )
}

const timesOf = ({ starts_at, ends_at }: Sitting, language: Language, zone: string): string =>
  [starts_at, ends_at]
    .flatMap((at) => (at === null ? [] : [formatTime(at, language, zone).replace(' ', '\u00a0')]))
    .join(' – ')

/** A count, or as much as may be said about it. */
function Shown({ count: { least, most } }: { count: ShownCount }) {
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  if (least === most) return <td data-figure>{formatCount(least, language)}</td>
  return (
    <td data-figure data-words>
      {least === 0 ? word('fewer_than', { count: most + 1 }) : word('at_least', { count: least })}
    </td>
  )
}

function Change({ caterer: { more, fewer } }: { caterer: Caterer }) {
  const t = useT(texts)
  const change = more - fewer
  if (more === 0 && fewer === 0) return <small>{t('unchanged')}</small>
  return (
    <>
      <span>{t('since_yesterday', { change: `${change < 0 ? '−' : '+'}${Math.abs(change)}` })}</span>
      <small>{t('more_and_fewer', { more, fewer })}</small>
    </>
  )
}

interface CoversProps {
  event: VendorEvent
  caterers: readonly Caterer[]
  /** With which the list for the kitchen begins. Undefined: the event has no days with meals. */
  day: string | undefined
  /** Of the chosen day. */
  sittings: readonly Sitting[]
  /** The event has sittings on some day. */
  hasTimes: boolean
}

/** What to cook: covers by sitting, and dietary needs by caterer. */
export function CoversSection({ event, caterers, day, sittings, hasTimes }: CoversProps) {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const isOne = caterers.length === 1
  const download = () =>
    void downloadAsked(call(vendorRoutes.cateringFile, { query: { event_id: event._id, format: 'pdf', day } }))
  return (
    <section className={classes.section}>
      <header>
        <h2>{word('covers')}</h2>
        <Button variant="subtle" leftSection={<IconDownload size={17} />} onClick={download}>
          {t('kitchen_list')}
        </Button>
      </header>
      {caterers.map((caterer) => {
        const its = sittings.filter(({ caterer_id }) => caterer_id === caterer._id)
        const number = <span className={classes.big}>{formatCount(caterer.ordered, language)}</span>
        return (
          <div key={caterer._id}>
            {isOne ? null : <h3>{caterer.name}</h3>}
            <ul className={classes.covers}>
              {(its.length > 0 ? its : [undefined]).map((sitting) => (
                <li key={sitting?._id ?? caterer._id}>
                  <span>
                    <strong>{sitting?.name ?? word('covers')}</strong>
                    <br />
                    <small>
                      {sitting
                        ? timesOf(sitting, language, event.time_zone)
                        : t(hasTimes ? 'no_sittings_that_day' : 'no_sittings')}
                    </small>
                  </span>
                  {number}
                </li>
              ))}
              <li>
                <small>{t('change')}</small>
                <span className={classes.right}>
                  <Change caterer={caterer} />
                </span>
              </li>
              {caterer.limit === null ? null : (
                <li>
                  <small>{t('limit')}</small>
                  <span className={classes.right}>{formatCount(caterer.limit, language)}</span>
                </li>
              )}
            </ul>
            {caterer.unconfirmed > 0 ? (
              <p className={classes.note}>{t('unconfirmed', { count: caterer.unconfirmed })}</p>
            ) : null}
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('diets')}</th>
                  <th scope="col" data-figure>
                    {word('ordered')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {caterer.diets.map((need) => (
                  <tr key={need.diet}>
                    <td>{word(need.diet)}</td>
                    <Shown count={need} />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
      })}
      <p className={classes.note}>{word('covers_note', { count: FEWEST_SHOWN })}</p>
    </section>
  )
}

/** What was eaten at each sitting of a day. */
export function EatenSection({
  title,
  event,
  sittings,
}: {
  title: string
  event: VendorEvent
  sittings: readonly Sitting[]
}) {
  const t = useT(texts)
  const language = useLanguage()
  const now = Date.now()
  return (
    <section className={classes.section}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul className={classes.bars}>
        {sittings.map(({ _id, caterer_id, name, starts_at, ordered, eaten, unordered }) => {
          const isAhead = eaten === 0 && starts_at !== null && Date.parse(starts_at) > now
          const all = formatCount(ordered, language)
          return (
            <li key={`${_id} ${caterer_id}`}>
              <div>
                <span>{name}</span>
                {isAhead ? (
                  <small>
                    {t('ordered_from', {
                      ordered: all,
                      time: formatTime(starts_at, language, event.time_zone).replace(' ', '\u00a0'),
                    })}
                  </small>
                ) : (
                  <span>
                    <b>{formatCount(eaten, language)}</b> {t('eaten_of', { ordered: all })}
                    {unordered > 0 ? (
                      <small className={classes.under}>{t('unordered', { count: unordered })}</small>
                    ) : null}
                  </span>
                )}
              </div>
              <span className={classes.bar} aria-hidden>
                <i style={{ width: `${ordered === 0 ? 0 : Math.min(100, (eaten / ordered) * 100)}%` }} />
              </span>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>{t('eaten_note')}</p>
    </section>
  )
}
