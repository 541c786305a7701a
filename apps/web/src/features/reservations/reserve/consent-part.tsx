import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { personField } from './people.ts'
import classes from './reserve.module.css'
import { fieldId, type StepProps } from './step.ts'
import { comingIn, minorsAlone } from './steps.ts'
import { texts } from './texts.ts'

const ConsentFields = lazyPart(() =>
  import('./consent-fields.tsx').then(({ ConsentFields: component }) => ({ default: component })),
)

/**
 * Asks who gives consent if somebody under 18 comes without an adult.
 * @param note replaces the note for members
 */
export function ConsentPart({ situation, choice, change, errorOf, note }: StepProps & { note?: string }) {
  const t = useT(texts)
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
      <Suspense fallback={<Skeleton height={168} radius="sm" />}>
        <ConsentFields choice={choice} change={change} errorOf={errorOf} />
      </Suspense>
    </section>
  )
}
