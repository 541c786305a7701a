import { TextInput } from '@mantine/core'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { problemOf } from '#ui/form/choice-list'
import { readReach } from '../parts/wire-phone.ts'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { texts } from './texts.ts'

/** The fields of whoever gives consent. They read phones, whose library is a tenth of the wizard. */
export function ConsentFields({ choice, change, errorOf }: Pick<StepProps, 'choice' | 'change' | 'errorOf'>) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const { consent } = choice
  return (
    <div className={classes.fields}>
      <TextInput
        id={fieldId('consent.name')}
        label={t('consent_name')}
        autoComplete="off"
        maxLength={100}
        value={consent.name}
        onChange={({ currentTarget }) => change({ consent: { ...consent, name: currentTarget.value } })}
        error={problemOf(errorOf('consent.name'))}
      />
      <TextInput
        id={fieldId('consent.reach')}
        label={t('consent_reach')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        value={consent.reach}
        onChange={({ currentTarget: { value } }) =>
          change({ consent: { ...consent, reach: value, ...readReach(value, organisation.country) } })
        }
        error={problemOf(errorOf('consent.reach'))}
      />
    </div>
  )
}
