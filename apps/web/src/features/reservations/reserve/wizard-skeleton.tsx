import { Skeleton } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import { useT } from '#platform/i18n'
import { texts as shared } from '../../../ui/base/texts.ts'
import { emptyChoice } from './choice.ts'
import { costsAnything } from './costs.ts'
import { fitChoice } from './fit.ts'
import { PeopleNote } from './people-note.tsx'
import classes from './reserve.module.css'
import { stepsOf } from './steps.ts'
import { texts } from './texts.ts'
import { WizardFrame } from './wizard-frame.tsx'

/** Nobody yet. */
const NOBODY = { name: '', gender: null, birth_date: null } as const
const ROWS = ['first', 'second', 'third']

interface WizardSkeletonProps {
  event: UserEvent
  /** A change of a reservation ends with its review, not with a payment. */
  isChange?: boolean
  onCancel: () => void
}

/** The wizard before it knows what is one's own: the event, the steps that it asks everybody, what the first one says. */
export function WizardSkeleton({ event, isChange = false, onCancel }: WizardSkeletonProps) {
  const t = useT(texts)
  const say = useT(shared)
  const choice = fitChoice(emptyChoice, { offer: event, relatives: [], title_id: null, designation_id: null })
  const steps = stepsOf({ event, me: NOBODY, relatives: [], choice, kept: null, isWaiting: false })
  const current = steps[0] ?? 'review'
  const isPaid = !isChange && !event.approval_required && costsAnything(event)
  return (
    <WizardFrame
      eventName={event.name}
      eventLanguage={event.languages?.name}
      title={current === 'review' && !isPaid ? t('title_review_free') : t(`title_${current}`)}
      steps={steps}
      current={current}
      isPaid={isPaid}
      onCancel={onCancel}
      onGo={() => undefined}
      headRef={null}
      summary={
        <div className={classes.summary} aria-hidden="true">
          <div className={classes.rows}>
            <Skeleton height={24} width="60%" radius="xs" />
            <Skeleton height={16} width="90%" mt={18} radius="xs" />
          </div>
          <div className={classes.bar}>
            <Skeleton height={22} width="38%" my={11} radius="xs" />
          </div>
          <div className={classes.go}>
            <Skeleton height={48} radius="sm" />
          </div>
        </div>
      }
    >
      <section className={classes.part}>
        <Skeleton height={24} width="52%" radius="xs" />
        {current === 'people' ? <PeopleNote event={event} /> : null}
        <div className={classes.fields} role="status" aria-label={say('loading')}>
          {ROWS.map((row) => (
            <Skeleton key={row} height={66} radius="sm" />
          ))}
          <Skeleton height={16} width="74%" radius="xs" />
          <Skeleton height={48} radius="sm" />
        </div>
      </section>
    </WizardFrame>
  )
}
