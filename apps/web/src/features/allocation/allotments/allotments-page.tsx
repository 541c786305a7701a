import { Button } from '@mantine/core'
import { type AllotmentChange, type AllotmentView, allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { countNights } from '@shiloh/contract/reservations/nights'
import { formatCount, formatDay, formatPercent, formatRange, formatTime } from '@shiloh/contract/text/format'
import { IconClock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { Strip } from '#ui/base/figures'
import { PersonLink } from '#ui/base/person-link'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { ExportMenu } from '../export-menu.tsx'
import { AllotmentDrawer } from './allotment-drawer.tsx'
import classes from './allotments.module.css'
import { GiveDialog } from './give-dialog.tsx'
import { texts } from './texts.ts'

/** `/admin/allotments`: the beds that an event holds for groups. */
export function AllotmentsPage() {
  const t = useT(texts)
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  const eventId = search['event_id'] ?? event?._id
  if (eventId) return <Allotments key={eventId} eventId={eventId} />
  return isLoading ? <Scaffold /> : <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
}

const sum = (all: readonly AllotmentView[], of: (one: AllotmentView) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

/** Returns the next date on which empty beds go back, with all that go back on it. */
const nextOf = (all: readonly AllotmentView[]) => {
  const coming = all
    .flatMap((one) =>
      one.empty === 0
        ? []
        : one.releases
            .filter(({ done_at }) => done_at === null)
            .slice(0, 1)
            .map(({ on_day, beds }) => ({
              on_day,
              beds: Math.min(one.empty, beds ?? one.empty),
              _id: one._id,
              name: one.held_for.name,
            })),
    )
    .sort((a, b) => (a.on_day < b.on_day ? -1 : 1))
  const on = coming.filter(({ on_day }) => on_day === coming[0]?.on_day)
  const [first] = on
  return (
    first && {
      on_day: first.on_day,
      beds: on.reduce((total, { beds }) => total + beds, 0),
      names: on.map(({ name }) => name),
      ids: new Set(on.map(({ _id }) => _id)),
    }
  )
}

function Allotments({ eventId }: { eventId: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const [isGiving, setGiving] = useState(false)
  const [open, setOpen] = useState<{ id: string; at: 'names' | 'dates' }>()
  const { data, error, refetch } = useQuery(queryOf(allotmentRoutes.listAllotments, { params: { event_id: eventId } }))
  if (!data)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Scaffold rows={8} />
  const { allotments, accommodations } = data
  const [given, filled, empty] = [
    sum(allotments, (one) => one.given),
    sum(allotments, (one) => one.filled),
    sum(allotments, (one) => one.empty),
  ]
  const next = nextOf(allotments)
  const beds = accommodations.reduce((total, one) => total + one.beds, 0)
  const waiting = accommodations.reduce((total, one) => total + one.waiting, 0)
  const opened = allotments.find(({ _id }) => _id === open?.id)
  const count = (value: number) => formatCount(value, language)
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('allotments')}
        note={t('about')}
        actions={
          accommodations.length === 0 ? null : (
            <>
              {allotments.length > 0 ? (
                <ExportMenu
                  ask={(format) =>
                    call(allotmentRoutes.exportAllotments, {
                      params: { event_id: eventId },
                      query: { format, headers: 'words' },
                    })
                  }
                />
              ) : null}
              <Button leftSection={<IconPlus size={18} />} onClick={() => setGiving(true)}>
                {t('give')}
              </Button>
            </>
          )
        }
      />
      {accommodations.length === 0 ? (
        <EmptyState title={t('no_beds')} hint={t('no_beds_hint')} />
      ) : allotments.length === 0 ? (
        <EmptyState title={t('none_yet')} hint={t('none_yet_hint')} />
      ) : (
        <>
          <Strip
            figures={[
              { label: t('given'), value: count(given), note: t('of_event', { beds: count(beds) }) },
              {
                label: t('filled'),
                value: count(filled),
                note: given > 0 ? formatPercent((filled / given) * 100, language) : '',
              },
              { label: t('empty'), value: count(empty), note: t('sold_to_nobody') },
              {
                label: t('next'),
                value: count(next?.beds ?? 0),
                note: next
                  ? `${formatDay(next.on_day, language, 'UTC')}, ${next.names.length === 1 ? next.names[0] : t('groups', { count: next.names.length })}`
                  : '',
              },
              { label: t('waiting'), value: count(waiting) },
            ]}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className={classes.scroll} aria-label={t('allotments')} tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('held_for')}</th>
                  <th scope="col">{t('leader')}</th>
                  <th scope="col">{t('category')}</th>
                  <th scope="col">{t('nights')}</th>
                  <th scope="col" data-figure>
                    {t('given')}
                  </th>
                  <th scope="col" data-figure>
                    {t('filled')}
                  </th>
                  <th scope="col" aria-hidden />
                  <th scope="col" data-figure>
                    {t('empty')}
                  </th>
                  <th scope="col">{t('goes_back')}</th>
                  <th scope="col" aria-hidden />
                </tr>
              </thead>
              <tbody>
                {allotments.map((one) => (
                  <tr key={one._id}>
                    <th scope="row" data-cell="name">
                      <button
                        type="button"
                        aria-label={t('open', { name: one.held_for.name })}
                        onClick={() => setOpen({ id: one._id, at: 'names' })}
                      >
                        {one.held_for.name}
                      </button>
                      <small>{t(levelOf(one.held_for))}</small>
                    </th>
                    <td>{one.leader ? <PersonLink id={one.leader._id} name={one.leader.name} /> : null}</td>
                    <td data-cell="category">
                      {one.room_category}
                      <span className={classes.narrow}>
                        , {t('of_given', { filled: count(one.filled), given: count(one.given) })}
                      </span>
                    </td>
                    <td className={classes.date}>
                      <span>
                        {formatRange(one.check_in, one.check_out, language, 'UTC', { weekdays: false })}
                        <small>{t('night_count', { count: countNights(one.check_in, one.check_out) })}</small>
                      </span>
                    </td>
                    <td data-figure>{count(one.given)}</td>
                    <td data-figure>{count(one.filled)}</td>
                    <td>
                      <span className={classes.bar} aria-hidden>
                        <span style={{ width: `${(one.filled / one.given) * 100}%` }} />
                      </span>
                    </td>
                    <td data-figure data-cell="empty" data-zero={one.empty === 0 || undefined}>
                      <b className={classes.wide}>{count(one.empty)}</b>
                      <b className={classes.narrow}>{t('empty_beds', { count: one.empty })}</b>
                    </td>
                    <td data-cell="back">
                      <GoesBack one={one} isNext={next?.ids.has(one._id) ?? false} />
                    </td>
                    <td>
                      {one.empty > 0 ? (
                        <button
                          type="button"
                          aria-label={t('dates_of', { name: one.held_for.name })}
                          onClick={() => setOpen({ id: one._id, at: 'dates' })}
                        >
                          {t('change_dates')}
                        </button>
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row" colSpan={4} data-cell="name">
                    {t('total')}
                  </th>
                  <td data-figure>{count(given)}</td>
                  <td data-figure>{count(filled)}</td>
                  <td />
                  <td data-figure data-cell="empty">
                    <span className={classes.wide}>{count(empty)}</span>
                    <span className={classes.narrow}>{t('empty_beds', { count: empty })}</span>
                  </td>
                  <td />
                  <td />
                </tr>
              </tfoot>
            </table>
          </section>
        </>
      )}
      <Changes changes={data.changes} />
      {isGiving ? (
        <GiveDialog eventId={eventId} accommodations={accommodations} onClose={() => setGiving(false)} />
      ) : null}
      {opened ? (
        <AllotmentDrawer
          one={opened}
          at={open?.at ?? 'names'}
          types={data.participant_types}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </div>
  )
}

/** What the group is: a unit of the church map, a committee or a sponsor. */
const levelOf = ({ kind, level }: AllotmentView['held_for']) =>
  level ?? (kind === 'committee' ? 'level_committee' : 'level_sponsor')

/** What happened to the beds of groups, the newest first. */
function Changes({ changes }: { changes: readonly AllotmentChange[] }) {
  const t = useT(texts)
  const language = useLanguage()
  const zone = useAccount().organisation.time_zone
  if (changes.length === 0) return null
  return (
    <section className={classes.changes} aria-label={t('recent')}>
      <h2>{t('recent')}</h2>
      <ul>
        {changes.map(({ _id, at, kind, beds, held_for: group, named, by }) => {
          const text =
            kind === 'named' || kind === 'lapsed'
              ? t(`did_${kind}`, { name: named?.name ?? '', group })
              : t(`did_${kind}`, { beds, group })
          return (
            <li key={_id}>
              <time dateTime={at}>
                {formatDay(at, language, zone)}, {formatTime(at, language, zone)}
              </time>
              <span>{by === null ? text : t('did_by', { text, who: by })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** When empty beds go back. The next date of all is the only warning of the page. */
function GoesBack({ one, isNext }: { one: AllotmentView; isNext: boolean }) {
  const t = useT(texts)
  const language = useLanguage()
  if (one.empty === 0) return <span className="dim">{t('all_filled')}</span>
  const coming = one.releases.filter(({ done_at }) => done_at === null)
  return coming.map(({ on_day, beds }, index) => {
    const day = formatDay(on_day, language, 'UTC')
    const says =
      beds !== null
        ? t('some_on', { beds: Math.min(beds, one.empty), day })
        : t(index === 0 ? 'all_on' : 'rest_on', { day })
    return (
      <span key={on_day} className={classes.date} data-next={(isNext && index === 0) || undefined}>
        {isNext && index === 0 ? <IconClock size={15} aria-hidden /> : null}
        {says}
      </span>
    )
  })
}
