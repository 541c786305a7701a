import { Button } from '@mantine/core'
import { formatList } from '@shiloh/contract/text/format'
import { IconMail } from '@tabler/icons-react'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'
import { useReaches, useWaitingList, type WaitingPart } from './use-waiting-list.ts'
import classes from './waiting.module.css'

interface WaitingFootProps {
  eventId: string
  part: WaitingPart
  busy: boolean
  /** It costs something. */
  isPriced: boolean
  onJoin: () => void
}

/** Where the offer goes and how long it is held, and the button. */
export function WaitingFoot({ eventId, part, busy, isPriced, onJoin }: WaitingFootProps) {
  const t = useT(texts)
  const language = useLanguage()
  const list = useWaitingList(eventId, part)
  const addresses = formatList(useReaches(), language)
  return (
    <>
      {isPriced ? <p>{t('keeps')}</p> : null}
      {list && addresses ? (
        <p className={classes.contact}>
          <IconMail size={18} aria-hidden />
          <span>{t('contact', { addresses, ...list.offer })}</span>
        </p>
      ) : null}
      <Button fullWidth size="lg" aria-busy={busy} onClick={onJoin}>
        {t(busy ? 'joining' : 'join')}
      </Button>
    </>
  )
}

/** How many wait for the same. */
export function WaitingBefore({ eventId, part }: Pick<WaitingFootProps, 'eventId' | 'part'>) {
  const t = useT(texts)
  const list = useWaitingList(eventId, part)
  return <p>{list ? t('before', { count: list.before }) : '\u00a0'}</p>
}
