import { Button, Modal } from '@mantine/core'
import { ACTIVITIES_CHANGED } from '@shiloh/contract/activities'
import {
  PUBLICATION_PAGE,
  publishingRoutes,
  ROOM_NEWS,
  type RoomChange,
  type RoomPublication,
} from '@shiloh/contract/allocation/publishing'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { formatCount } from '@shiloh/contract/text/format'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import classes from './publishing.module.css'
import { texts } from './texts.ts'

const peopleIn = (news: Pick<RoomPublication, 'given' | 'moved' | 'taken'>): number =>
  ROOM_NEWS.reduce((sum, kind) => sum + news[kind], 0)

/** One person who would be told: the room that they know of, and the one that they have. */
function ChangeRow({ row }: { row: RoomChange }) {
  const t = useT(texts)
  const { told, place } = row
  return (
    <tr>
      <th scope="row">
        {row.name} <span className="code dim">{row.code}</span>
      </th>
      <td>{told ? `${told.block} ${told.room}` : t('no_room')}</td>
      <td>{place ? t('place', { room: `${place.block} ${place.room}`, bed: bedLetter(place.bed) }) : t('no_room')}</td>
    </tr>
  )
}

/** What would be published: how many people, who, and what they know until now. */
function PublishDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const [page, setPage] = useState(1)
  // What an earlier look saw may have been published, or moved, since.
  const { data, error, refetch } = useQuery({
    ...queryOf(publishingRoutes.readRoomPublication, { params: { event_id: eventId }, query: { page } }),
    staleTime: 0,
    gcTime: 0,
  })
  const publish = useAct(publishingRoutes.publishRooms, [publishingRoutes.readRoomPublication])
  const people = data ? peopleIn(data) : 0
  const tell = () =>
    publish.mutate(
      { params: { event_id: eventId }, body: { ...(data && { seen: data.seen }) } },
      {
        onSuccess: () => {
          toastDone({ message: t('telling', { count: people }) })
          onClose()
        },
        // Somebody placed others since: the list is read again.
        onError: () => void refetch(),
      },
    )
  const last = data?.last
  const from = (page - 1) * PUBLICATION_PAGE
  return (
    <Modal opened onClose={onClose} size="lg" title={t('title')} closeButtonProps={{ 'aria-label': t('close') }}>
      {error && !data ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Scaffold /> : null}
      {data ? (
        <>
          <p className="small dim">
            {last ? (
              <>
                {t('last')} <DateText value={last.at} time />
                {last.by ? `, ${last.by}` : null}, {t('told', { count: peopleIn(last) })}.
              </>
            ) : (
              t('never')
            )}
            {data.known > 0 ? ` ${t('known', { count: data.known })}` : null}
          </p>
          {people === 0 ? <p>{t('nothing')}</p> : null}
          {people > 0 ? (
            <>
              <ul className={classes.counts}>
                {ROOM_NEWS.map((kind) =>
                  data[kind] > 0 ? <li key={kind}>{t(kind, { count: data[kind] })}</li> : null,
                )}
              </ul>
              <p>{t('how', { count: data.messages })}</p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
              <section className={classes.rows} tabIndex={0} aria-label={t('who')}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{t('who')}</th>
                      <th scope="col">{t('knows')}</th>
                      <th scope="col">{t('now')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.rows.map((row) => (
                      <ChangeRow key={row.participant_id} row={row} />
                    ))}
                  </tbody>
                </table>
              </section>
              {people > PUBLICATION_PAGE ? (
                <div className={classes.pages}>
                  <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    {t('earlier')}
                  </Button>
                  <span>
                    {t('page_of', {
                      from: formatCount(from + 1, language),
                      until: formatCount(from + data.rows.length, language),
                      total: formatCount(people, language),
                    })}
                  </span>
                  <Button
                    variant="default"
                    disabled={from + PUBLICATION_PAGE >= people}
                    onClick={() => setPage(page + 1)}
                  >
                    {t('later')}
                  </Button>
                </div>
              ) : null}
            </>
          ) : null}
          <div className={classes.acts}>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            {people > 0 ? (
              <Button data-saves loading={publish.isPending} disabled={data.activity_id !== null} onClick={tell}>
                {data.activity_id === null ? t('tell', { count: people }) : t('under_way')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </Modal>
  )
}

interface PublishProps {
  eventId: string
  /** People of the board who do not know where they sleep. */
  untold: number
  /** What to do next on the page. */
  isNext?: boolean
}

/** Opens what would be published. */
export function Publish({ eventId, untold, isNext = false }: PublishProps) {
  const t = useT(texts)
  const language = useLanguage()
  const may = useCan()('reservations.publish_rooms')
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  useLive(ACTIVITIES_CHANGED, () => void refetchAll(client, [publishingRoutes.readRoomPublication]))
  if (!may) return null
  return (
    <>
      <Button
        variant={isNext ? 'filled' : 'default'}
        leftSection={<IconSpeakerphone size={18} />}
        onClick={() => setOpen(true)}
      >
        {untold > 0 ? t('publish_count', { count: formatCount(untold, language) }) : t('publish')}
      </Button>
      {isOpen ? <PublishDialog eventId={eventId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
