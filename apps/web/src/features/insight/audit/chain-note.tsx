import { Button } from '@mantine/core'
import { insightRoutes } from '@shiloh/contract/insight'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import classes from '../insight.module.css'
import { When } from '../parts.tsx'
import { texts } from '../texts.ts'

/** The result of the last check of the trail's hash chain, and a button to check it now. */
export function ChainNote() {
  const t = useT(texts)
  const { data: chain } = useQuery(queryOf(insightRoutes.readAuditChain))
  const check = useAct(insightRoutes.checkAuditChain, [insightRoutes.readAuditChain, insightRoutes.listAuditTrail])
  if (!chain) return null
  const { checked_at, rows, broken, samples } = chain
  const last = checked_at ? (
    <span>
      {t('chain_last')} <When value={checked_at} />
    </span>
  ) : null
  const button = (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      loading={check.isPending}
      onClick={() => check.mutate({}, { onSuccess: () => toastDone({ message: t('chain_checked') }) })}
    >
      {t('chain_check')}
    </Button>
  )
  if (broken > 0)
    return (
      <div className={classes.broken} role="alert">
        <b>{t('chain_broken', { broken })}</b>
        <p>{t('chain_broken_hint')}</p>
        <ul>
          {samples.map((sample) => (
            <li key={sample}>{sample}</li>
          ))}
        </ul>
        <p className={classes.chain}>
          {last} {button}
        </p>
      </div>
    )
  return (
    <div className={classes.chain}>
      <span>
        {checked_at ? <IconShieldCheck size={18} stroke={1.75} aria-hidden /> : null}
        {checked_at ? t('chain_whole', { rows }) : t('chain_unchecked')}
      </span>
      {last}
      {button}
    </div>
  )
}
