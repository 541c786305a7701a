import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import classes from './gate.module.css'
import { texts } from './texts.ts'

/** The head of a panel above the camera, with the way back. */
export function PanelHead({ title, onBack }: { title: string; onBack: () => void }) {
  const t = useT(texts)
  return (
    <div className={classes.panelHead}>
      <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden />} onClick={onBack}>
        {t('back')}
      </Button>
      <h2>{title}</h2>
    </div>
  )
}
