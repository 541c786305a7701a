import { Button } from '@mantine/core'
import { officeLinkRoutes, type SpouseRequest } from '@shiloh/contract/identity/office-links'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { Avatar } from '#ui/base/avatar'
import { PersonLink } from '#ui/base/person-link'
import { ToneBadge } from '#ui/base/status-badge'
import { PhoneLink } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { LinkDialog, type Wanted } from './link-dialog.tsx'
import classes from './person.module.css'
import { Part } from './person-parts.tsx'
import { texts } from './person-texts.ts'

const reservationPage = (id: string): string => `/admin/reservations/${id}`
const STALE = [reservationRoutes.listRelatives, officeLinkRoutes.listSpouseRequests]

interface Person {
  readonly _id: string
  readonly name: string
}

/** A request of the office that has not been answered by both. */
function Open({ request, id, onConfirm }: { request: SpouseRequest; id: string; onConfirm: (other: Person) => void }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const { time_zone: zone } = useAccount().organisation
  const withdraw = useAct(officeLinkRoutes.withdrawSpouseRequest, STALE)
  const other = request.user._id === id ? request.other : request.user
  const agreed = [request.user, request.other].find((one) => one.agreed)
  const date = formatDate(request.created_at, language, zone)
  return (
    <li>
      <div>
        <b>{t('request', { name: other.name })}</b>
        <p>
          {t('request_by', { name: request.asked_by ?? t('formerly'), date })}{' '}
          {agreed ? t('request_one', { name: agreed.name }) : t('request_none')}
        </p>
        {can('users.update', id) ? (
          <p className={classes.formActs}>
            <Button size="compact-sm" variant="default" onClick={() => onConfirm(other)}>
              {t('request_confirm')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={withdraw.isPending}
              onClick={() =>
                withdraw.mutate(
                  { params: { id, request_id: request._id } },
                  { onSuccess: () => toastDone({ message: t('request_withdrawn') }) },
                )
              }
            >
              {t('request_withdraw')}
            </Button>
          </p>
        ) : null}
      </div>
    </li>
  )
}

/** Spouse, children and companions that the person has entered, and the way to link the spouse's account. */
export function Family({ id, name: own, isActive }: { id: string; name: string; isActive: boolean }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const query = useQuery({
    ...queryOf(reservationRoutes.listRelatives, { params: { id } }),
    placeholderData: undefined,
  })
  const requests = useQuery({
    ...queryOf(officeLinkRoutes.listSpouseRequests, { params: { id } }),
    placeholderData: undefined,
  })
  const unlink = useAct(officeLinkRoutes.unlinkSpouses, STALE)
  const [wanted, setWanted] = useState<Wanted>()
  const [ending, setEnding] = useState<Person>()
  const mayLink = can('users.update', id) && isActive
  const entries = (query.data ?? []).filter(({ relation, account_id }) => relation === 'spouse' && account_id === null)
  const open = requests.data ?? []
  return (
    <>
      <Part
        title={t('family')}
        query={query}
        isEmpty={(rows) => rows.length === 0 && open.length === 0}
        empty={t('no_family')}
        note={() =>
          mayLink ? (
            <button type="button" className={classes.link} onClick={() => setWanted({})}>
              {t('link_person')}
            </button>
          ) : null
        }
      >
        {(rows) => (
          <ul className={classes.rows}>
            {rows.map(({ _id, name, relation, gender, birth_date, phone, account_id, reservation_id }) => (
              <li key={_id}>
                <Avatar name={name} url={null} />
                <div>
                  {account_id ? (
                    <PersonLink id={account_id} name={name} />
                  ) : reservation_id ? (
                    <Link to={reservationPage(reservation_id)} className="personName">
                      {name}
                    </Link>
                  ) : (
                    <b>{name}</b>
                  )}
                  <p>
                    {t(`relation_${relation}`, { gender })}
                    {birth_date
                      ? `, ${t('born', { date: formatDate(birth_date, language) }).toLocaleLowerCase(language)}`
                      : ''}
                    {phone ? (
                      <>
                        {', '}
                        <PhoneLink phone={phone} />
                      </>
                    ) : null}
                  </p>
                  {account_id && can('users.update', id) ? (
                    <button
                      type="button"
                      className={classes.link}
                      aria-label={t('unlink_named', { name })}
                      onClick={() => setEnding({ _id: account_id, name })}
                    >
                      {t('unlink')}
                    </button>
                  ) : null}
                </div>
                {relation === 'spouse' ? (
                  <ToneBadge tone={account_id ? 'ok' : 'mute'}>{t(account_id ? 'linked' : 'not_linked')}</ToneBadge>
                ) : null}
              </li>
            ))}
            {open.map((request) => (
              <Open
                key={request._id}
                request={request}
                id={id}
                onConfirm={(other) => setWanted({ other, how: 'self' })}
              />
            ))}
          </ul>
        )}
      </Part>
      {wanted ? (
        <LinkDialog
          id={id}
          name={own}
          entries={entries}
          wanted={wanted}
          stale={STALE}
          onClose={() => setWanted(undefined)}
        />
      ) : null}
      {ending ? (
        <ConfirmDialog
          opened
          danger
          title={t('unlink_question', { name: own, other: ending.name })}
          action={t('unlink')}
          busy={unlink.isPending}
          onClose={() => setEnding(undefined)}
          onConfirm={() =>
            unlink.mutate(
              { params: { id, other_id: ending._id } },
              {
                onSuccess: () => {
                  toastDone({ message: t('unlinked') })
                  setEnding(undefined)
                },
              },
            )
          }
        >
          {t('unlink_text')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
