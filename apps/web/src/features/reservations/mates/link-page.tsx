import { Button } from '@mantine/core'
import { roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#platform/api'
import { useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { Scaffold } from '#ui/feedback/scaffold'
import { forgetLink, keepLink } from './kept-link.ts'
import classes from './mates.module.css'
import { texts } from './texts.ts'

/** `/room-mates#token`: somebody sent a link to share a room. */
export function RoomMateLinkPage() {
  const t = useT(texts)
  const token = useLocation({ select: ({ hash }) => hash })
  const [done, setDone] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: [...keyOf(roomMateRoutes.readRoomMateLink), token],
    queryFn: ({ signal }) => call(roomMateRoutes.readRoomMateLink, { body: { token }, signal }),
    retry: false,
  })
  const accept = useAct(roomMateRoutes.acceptRoomMateLink, [roomMateRoutes.listRoomMates])
  useEffect(() => {
    if (error) forgetLink(token)
    if (!data) return
    if (data.reservation_id === null) keepLink({ token, event_id: data.event._id, name: data.name })
  }, [data, error, token])
  if (error) return <EmptyState title={t('not_valid')} hint={t('not_valid_hint')} />
  if (!data) return <Scaffold />
  return (
    <div className={classes.linked}>
      <Heading level={1}>{done ? t('link_done') : t('link_title', { name: data.name })}</Heading>
      <p>{t('link_event', { event: data.event.name })}</p>
      {done ? (
        <LinkButton to="/reservations/$id" params={{ id: done }}>
          {t('to_reservation')}
        </LinkButton>
      ) : data.reservation_id === null ? (
        <>
          <p>{t('no_reservation')}</p>
          <LinkButton to="/events/$id/reserve" params={{ id: data.event.slug }}>
            {t('reserve')}
          </LinkButton>
        </>
      ) : (
        <>
          <p>{t('rules')}</p>
          <Button
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(
                { body: { token } },
                {
                  onSuccess: (answer) => {
                    forgetLink(token)
                    setDone(answer.data.reservation_id)
                  },
                },
              )
            }
          >
            {t('accept')}
          </Button>
        </>
      )}
    </div>
  )
}
