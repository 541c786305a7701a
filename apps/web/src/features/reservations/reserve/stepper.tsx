import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

interface StepperProps {
  name: string
  quantity: number
  min?: number
  max: number
  onChange: (quantity: number) => void
}

/** How many of something, with a button for one less and one for one more. */
export function Stepper({ name, quantity, min = 0, max, onChange }: StepperProps) {
  const t = useT(texts)
  return (
    <div className={classes.stepper}>
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t('fewer', { name })}
        disabled={quantity <= min}
        onClick={() => onChange(quantity - 1)}
      >
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <output aria-label={name}>{quantity}</output>
      <ActionIcon
        size={44}
        variant="default"
        aria-label={t('more', { name })}
        disabled={quantity >= max}
        onClick={() => onChange(quantity + 1)}
      >
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
