import { useWatch } from 'react-hook-form'
import { useT } from '#platform/i18n'
import classes from './settings.module.css'
import { texts } from './texts.ts'

/** The consequences of maintenance mode, beside its switch. */
export function MaintenancePreview() {
  const t = useT(texts)
  const on: unknown = useWatch({ name: 'enable_maintenance_mode' })
  return on === true ? <p className={classes.warning}>{t('maintenance_warning')}</p> : null
}
