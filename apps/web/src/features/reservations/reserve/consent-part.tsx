import { TextInput } from '@mantine/core'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { problemOf } from '#ui/form/choice-list'
import { readReach } from '../parts/wire-phone.ts'
import { personField } from './people.ts'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { comingIn, minorsAlone } from './steps.ts'
import { texts } from './texts.ts'

/**
 * Asks who gives consent if somebody under 18 comes without an adult.
 * @param note replaces the note for members
 */
export function ConsentPart({ situation, choice, change, errorOf, note }: StepProps & { note?: string }) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const { consent } = choice
  const alone = minorsAlone(situation)
  // The server knows ages that this page does not.
  const refused = comingIn(situation)
    .map(({ key }) => errorOf(personField(key, 'guardian_id')))
    .find(Boolean)
  const isAsked = alone.length > 0 || refused || consent.name !== '' || consent.reach !== ''
  if (!isAsked || (situation.kept && alone.length > 0 && !refused && consent.name + consent.reach === '')) return null
  return (
    <section className={classes.part} id={fieldId('consent')}>
      <h2>{t('consent_title')}</h2>
      <p className={classes.hint}>{note ?? t('consent_note')}</p>
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
    </section>
  )
}
