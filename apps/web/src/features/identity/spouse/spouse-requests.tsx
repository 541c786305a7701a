import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { officeLinkRoutes } from '@shiloh/contract/identity/office-links'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { texts } from './link-texts.ts'
import { RefusedTwice } from './refused-twice.tsx'
import classes from './spouse.module.css'

const stale = [identityRoutes.listSpouses, officeLinkRoutes.listOwnSpouseRequests]

/** What the office asks about this person and a spouse. Renders nothing without a request. */
export function SpouseRequests() {
  const { data = [] } = useQuery(queryOf(officeLinkRoutes.listOwnSpouseRequests))
  return data.map((one) => <Request key={one._id} {...one} />)
}

function Request({ _id, name, agreed }: { _id: string; name: string; agreed: boolean }) {
  const t = useT(texts)
  const agree = useAct(officeLinkRoutes.agreeToSpouseRequest, stale, { shown: true })
  const decline = useAct(officeLinkRoutes.declineSpouseRequest, stale)
  const params = { id: _id }
  return (
    <section className={classes.invitation} aria-label={t('office_asks', { name })}>
      <h2>{t('office_asks', { name })}</h2>
      <p>{agreed ? t('office_waits', { name }) : t('office_asks_text')}</p>
      {agree.error ? <RefusedTwice error={agree.error} /> : null}
      <div className={classes.actions}>
        {agreed ? null : (
          <Button
            loading={agree.isPending}
            aria-label={t('confirm_named', { name })}
            onClick={() =>
              agree.mutate(
                { params },
                {
                  onSuccess: ({ data }) =>
                    toastDone({ message: data.linked ? t('confirmed') : t('office_waits', { name }) }),
                },
              )
            }
          >
            {t('confirm')}
          </Button>
        )}
        <Button
          variant="default"
          loading={decline.isPending}
          aria-label={t('decline_named', { name })}
          onClick={() => decline.mutate({ params }, { onSuccess: () => toastDone({ message: t('office_declined') }) })}
        >
          {t('decline')}
        </Button>
      </div>
    </section>
  )
}
