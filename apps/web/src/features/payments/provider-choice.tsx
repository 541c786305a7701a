import { isOnlineProvider, type OnlineProviderName, paymentRoutes } from '@shiloh/contract/payments/payments'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ChoiceList } from '#ui/form/choice-list'
import classes from './payments.module.css'
import { texts } from './texts.ts'

interface ProviderChoiceProps {
  value: OnlineProviderName | undefined
  onChoose: (provider: OnlineProviderName) => void
}

/** Selects the provider. Renders nothing if there is only one. */
export function ProviderChoice({ value, onChoose }: ProviderChoiceProps) {
  const t = useT(texts)
  const id = useId()
  const { data } = useQuery(queryOf(paymentRoutes.listPaymentProviders))
  const [first] = data ?? []
  if (!data || !first || data.length < 2) return null
  return (
    <div className={classes.providers}>
      <p id={id} className={classes.label}>
        {t('provider')}
      </p>
      <ChoiceList
        labelledBy={id}
        lines={data.map((provider) => ({ value: provider, title: t(provider), note: t(`${provider}_note`) }))}
        value={value ?? first}
        onChoose={(chosen) => {
          if (isOnlineProvider(chosen)) onChoose(chosen)
        }}
      />
    </div>
  )
}
