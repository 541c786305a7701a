import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { type SpouseInvitation, spouseLinkRoutes } from '@shiloh/contract/identity/spouse-links'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { ChoiceSelect } from '#ui/form/choice-select'
import { texts } from './link-texts.ts'
import { RefusedTwice } from './refused-twice.tsx'
import classes from './spouse.module.css'

const stale = [identityRoutes.listSpouses, spouseLinkRoutes.listSpouseInvitations]

/** Invitations to link this account. Renders nothing without any. */
export function SpouseInvitations() {
  const { data = [] } = useQuery(queryOf(spouseLinkRoutes.listSpouseInvitations))
  return data.map((one) => <Invitation key={one._id} invitation={one} />)
}

const NEW = 'new'

function Invitation({ invitation: { _id, name } }: { invitation: SpouseInvitation }) {
  const t = useT(texts)
  const list = useQuery(queryOf(identityRoutes.listSpouses))
  const accept = useAct(spouseLinkRoutes.acceptSpouseInvitation, stale, { shown: true })
  const decline = useAct(spouseLinkRoutes.declineSpouseInvitation, stale)
  const [who, setWho] = useState(NEW)
  const candidates = (list.data ?? []).filter(({ linked }) => !linked)
  const params = { id: _id }
  return (
    <section className={classes.invitation} aria-label={t('asks', { name })}>
      <h2>{t('asks', { name })}</h2>
      <p>{t('asks_text')}</p>
      {candidates.length > 0 ? (
        <ChoiceSelect
          label={t('who_is_it')}
          choices={[
            ...candidates.map((one) => ({ value: one._id, label: one.name })),
            { value: NEW, label: t('nobody_yet', { name }) },
          ]}
          value={who}
          onChange={setWho}
        />
      ) : null}
      {accept.error ? <RefusedTwice error={accept.error} /> : null}
      <div className={classes.actions}>
        <Button
          loading={accept.isPending}
          aria-label={t('confirm_named', { name })}
          onClick={() =>
            accept.mutate(
              { params, body: who === NEW ? {} : { spouse_id: who } },
              { onSuccess: () => toastDone({ message: t('confirmed') }) },
            )
          }
        >
          {t('confirm')}
        </Button>
        <Button
          variant="default"
          loading={decline.isPending}
          aria-label={t('decline_named', { name })}
          onClick={async () => {
            await decline.mutateAsync({ params })
            toastDone({ message: t('declined') })
          }}
        >
          {t('decline')}
        </Button>
      </div>
    </section>
  )
}
