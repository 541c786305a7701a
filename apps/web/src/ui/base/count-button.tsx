import { ActionIcon } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import classes from './count-button.module.css'

/** A button of a header: an icon with a count on it (99+ beyond that, nothing at 0). The label has to say the count as well. */
export function CountButton({
  icon: Icon,
  count,
  label,
  onClick,
}: {
  icon: TablerIcon
  count: number
  label: string
  onClick: () => void
}) {
  return (
    <ActionIcon size={44} className={classes.button ?? ''} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.75} aria-hidden />
      {count > 0 ? (
        <span className={classes.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </ActionIcon>
  )
}
