import { Button } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { clearDraft } from '../reserve/draft-place.ts'
import classes from './list.module.css'
import { texts } from './texts.ts'

type Begun = DataOf<typeof reservationRoutes.listDrafts>[number]

/** Reservations that were begun, or for which somebody registered. Renders nothing without any. */
export function ContinueReserving() {
  const t = useT(texts)
  const { data = [] } = useQuery(queryOf(reservationRoutes.listDrafts))
  if (data.length === 0) return null
  return (
    <section className={classes.own} aria-labelledby="continue-reserving">
      <div className={classes.headline}>
        <h2 id="continue-reserving">{t('continue_reserving')}</h2>
      </div>
      <ul className={classes.list}>
        {data.map((one) => (
          <Item key={one.event._id} begun={one} />
        ))}
      </ul>
    </section>
  )
}

function Item({ begun: { event, started } }: { begun: Begun }) {
  const t = useT(texts)
  const language = useLanguage()
  const { user } = useAccount()
  const discard = useAct(reservationRoutes.deleteDraft, [reservationRoutes.listDrafts])
  const forget = () => {
    clearDraft(
      `${user?._id ?? ''}:${event._id}`,
      () => localStorage,
      () => sessionStorage,
    )
    discard.mutate({ params: { id: event._id } })
  }
  return (
    <li className={classes.card}>
      <div className={classes.words}>
        <h3>{event.name}</h3>
        <p className="dim">{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</p>
        <p>
          {t(started ? 'continue_kept' : 'continue_new')} {t('continue_not_held')}
        </p>
      </div>
      <div className={classes.acts}>
        <LinkButton
          to="/events/$id/reserve"
          params={{ id: event.slug }}
          aria-label={t('continue_named', { event: event.name })}
        >
          {t('continue_go')}
        </LinkButton>
        <Button
          variant="subtle"
          color="gray"
          loading={discard.isPending}
          aria-label={t('discard_named', { event: event.name })}
          onClick={forget}
        >
          {t('discard')}
        </Button>
      </div>
    </li>
  )
}
