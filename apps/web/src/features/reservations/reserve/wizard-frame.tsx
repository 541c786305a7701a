import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { FrameHeader } from '#ui/shell/own-frame'
import { Breadcrumbs } from '#ui/shell/page-header'
import classes from './reserve.module.css'
import type { Step } from './steps.ts'
import { texts } from './texts.ts'

interface FrameProps {
  eventName: string
  /** Omitted: that of the page. */
  eventLanguage?: string | undefined
  title: string
  steps: readonly Step[]
  current: Step
  /** The last step is a payment. */
  isPaid: boolean
  /** It changes a reservation: each step has its answers, and can be opened. */
  isEdit?: boolean
  /** Where the user goes to cancel. */
  onCancel: () => void
  onGo: (step: Step) => void
  hold?: ReactNode
  headRef: Ref<HTMLDivElement>
  summary: ReactNode
  children: ReactNode
}

/** The frame of a step: the steps (in the header, or as a bar above the title where that is narrow), position, summary. */
export function WizardFrame({
  eventName,
  eventLanguage,
  title,
  steps,
  current,
  isPaid,
  isEdit = false,
  onCancel,
  onGo,
  hold,
  headRef,
  summary,
  children,
}: FrameProps) {
  const t = useT(texts)
  const at = steps.indexOf(current)
  const canGoTo = (i: number) => i < at || (isEdit && i > at)
  const nameOf = (step: Step) => t(step === 'review' && !isPaid ? 'step_review_edit' : `step_${step}`)
  // A bar on a phone has room for one word.
  const shortOf = (step: Step) => (step === 'rooms' || step === 'extras' ? t(`short_${step}`) : nameOf(step))
  return (
    <div className={classes.page}>
      <FrameHeader>
        <nav aria-label={t('steps')} className={classes.steps}>
          <ol>
            {steps.map((step, i) => (
              <li key={step} aria-current={step === current ? 'step' : undefined}>
                {canGoTo(i) ? (
                  <button type="button" onClick={() => onGo(step)}>
                    {i < at ? <IconCheck size={15} aria-label={t('step_done')} /> : `${i + 1}.`} {nameOf(step)}
                  </button>
                ) : (
                  <span>
                    {i + 1}. {nameOf(step)}
                  </span>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <button type="button" className={classes.cancel} onClick={onCancel}>
          {t('cancel')}
        </button>
      </FrameHeader>
      <main id="content">
        {hold}
        <div className={classes.wrap}>
          <div ref={headRef} tabIndex={-1} className={classes.head}>
            <Breadcrumbs />
            <p className={classes.event} lang={eventLanguage}>
              {eventName}
            </p>
            <Heading level={1}>{title}</Heading>
            <nav className={classes.progress} aria-label={t('step_of', { step: at + 1, count: steps.length })}>
              <ol>
                {steps.map((step, i) => (
                  <li
                    key={step}
                    data-on={i <= at || undefined}
                    data-current={i === at || undefined}
                    aria-current={i === at ? 'step' : undefined}
                  >
                    {canGoTo(i) ? (
                      <button type="button" onClick={() => onGo(step)}>
                        {i < at ? <VisuallyHidden>{t('step_done')} </VisuallyHidden> : null}
                        {shortOf(step)}
                      </button>
                    ) : (
                      shortOf(step)
                    )}
                  </li>
                ))}
              </ol>
            </nav>
          </div>
          <div className={classes.main}>{children}</div>
          {summary}
        </div>
      </main>
    </div>
  )
}
