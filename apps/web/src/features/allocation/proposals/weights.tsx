import { PLAN_WEIGHTS, type PlanWeights, type RoomPlan } from '@shiloh/contract/allocation/plans'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import classes from './proposal.module.css'
import { texts } from './texts.ts'

const MOST = 5

interface WeightProps {
  name: string
  note: string
  value: number
  onChange: (value: number) => void
}

/** A weight from 0 to 5. The bars are drawn; below the pointer and for the keyboard it is a slider. */
function Weight({ name, note, value, onChange }: WeightProps) {
  const t = useT(texts)
  const id = useId()
  return (
    <div className={classes.weight}>
      <label htmlFor={id}>
        {name}
        <span className="small dim">{note}</span>
      </label>
      <span className={classes.bars}>
        <input
          id={id}
          type="range"
          min={0}
          max={MOST}
          value={value}
          aria-valuetext={t('weight_value', { count: value })}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
        />
        {Array.from({ length: MOST }, (_, index) => index + 1).map((bar) => (
          <i key={bar} aria-hidden data-on={bar <= value || undefined} />
        ))}
      </span>
    </div>
  )
}

interface WeightsProps {
  plan: RoomPlan
  weights: PlanWeights
  onChange: (weights: PlanWeights) => void
}

/** What counts more in the next run, and what always counts. */
export function Weights({ plan: { seed, input }, weights, onChange }: WeightsProps) {
  const t = useT(texts)
  return (
    <section className={classes.weights} aria-label={t('weights')}>
      <Heading level={2}>{t('weights')}</Heading>
      <p className="small dim">{t('weights_hint')}</p>
      {PLAN_WEIGHTS.map((name) => (
        <Weight
          key={name}
          name={t(`weight_${name}`)}
          note={t(`note_${name}`)}
          value={weights[name]}
          onChange={(value) => onChange({ ...weights, [name]: value })}
        />
      ))}
      {input === null ? null : <p className="small dim">{t('same', { seed, input })}</p>}
      <Heading level={2}>{t('never')}</Heading>
      <ul className={classes.never}>
        {(['never_apart', 'never_child', 'never_low', 'never_pinned'] as const).map((rule) => (
          <li key={rule}>
            <IconLock size={15} aria-hidden />
            {t(rule)}
          </li>
        ))}
      </ul>
    </section>
  )
}
