import { DIRECTIONS, type Direction } from '@shiloh/contract/checkin/scans'
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import classes from './gate.module.css'
import { texts } from './texts.ts'

const icons = { in: IconDoorEnter, out: IconDoorExit }

/** Switches the gate between entry and exit. */
export function DirectionSwitch({ value, onChange }: { value: Direction; onChange: (direction: Direction) => void }) {
  const t = useT(texts)
  return (
    <fieldset className={classes.switch} aria-label={t('direction')}>
      {DIRECTIONS.map((one) => {
        const Icon = icons[one]
        return (
          <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
            <Icon size={20} stroke={1.75} aria-hidden />
            {t(`direction_${one}`)}
          </button>
        )
      })}
    </fieldset>
  )
}
