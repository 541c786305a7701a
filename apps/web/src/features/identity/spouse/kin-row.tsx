import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import classes from './spouse.module.css'
import { texts } from './texts.ts'

interface KinRowProps {
  readonly name: string
  /** The name as a heading, with its title where there is one. */
  readonly heading: ReactNode
  /** What is known of the person. What is unknown is left out. */
  readonly facts: readonly (string | false | null | undefined)[]
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly children?: ReactNode
}

/** One person of a member's family: who it is, and the buttons to edit and to remove. */
export function KinRow({ name, heading, facts, onEdit, onRemove, children }: KinRowProps) {
  const t = useT(texts)
  return (
    <li>
      <div className={classes.who}>
        {heading}
        <p className={`dim ${classes.facts}`}>
          {facts
            .filter((fact): fact is string => typeof fact === 'string' && fact !== '')
            .map((fact, index) => (
              <span key={fact}>
                {index > 0 ? ' · ' : ''}
                <span>{fact}</span>
              </span>
            ))}
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" aria-label={t('edit_named', { name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button variant="subtle" color="gray" aria-label={t('remove_named', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
      {children}
    </li>
  )
}
