import { formatTime } from '@shiloh/contract/text/format'
import { IconCloudOff } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import classes from './result.module.css'
import { resultId } from './result.tsx'
import { nameOfScan, type Scan } from './scan.ts'
import { texts } from './texts.ts'

/** A scan that the server has not confirmed. It is kept here until it is sent or dropped. */
export function Unsent({ scan, message, zone }: { scan: Scan; message: string | undefined; zone: string }) {
  const t = useT(texts)
  const name = nameOfScan(scan)
  return (
    <section className={classes.result} data-tone="unsent" id={resultId}>
      <p className={classes.word}>
        <IconCloudOff size={68} stroke={1.75} aria-hidden />
        <span>{t(message ? 'refused' : 'unsent')}</span>
      </p>
      {name ? <p className={classes.name}>{name}</p> : null}
      <p className={classes.type}>
        {t(`direction_${scan.direction}`)}, {formatTime(scan.scanned_at, zone)}
      </p>
      <p className={classes.note}>{message ?? t('unsent_hint')}</p>
    </section>
  )
}
