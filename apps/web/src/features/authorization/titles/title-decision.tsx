import { authorizationRoutes } from '@shiloh/contract/authorization'
import { titleClaimRoutes } from '@shiloh/contract/identity/titles-to-confirm'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { texts } from './texts.ts'

export type TitleAct = 'confirm' | 'decline'

/** Whose claim it is, and what they claim. */
export interface Claim {
  readonly name: string
  readonly user_id: string
  /** The person on the spouse list of that account. */
  readonly spouse_id?: string
  readonly title_id?: string
  readonly designation_id?: string
}

interface TitleDecisionProps {
  act: TitleAct
  claims: readonly Claim[]
  onDecided?: () => void
  onClose: () => void
}

const stale = [titleClaimRoutes.listTitlesToConfirm, authorizationRoutes.listUsers, authorizationRoutes.getUser]

/** Asks before titles are confirmed, and for the reason why they are declined. */
export function TitleDecision({ act, claims: named, onDecided, onClose }: TitleDecisionProps) {
  const t = useT(texts)
  const confirm = useAct(titleClaimRoutes.confirmTitles, stale)
  const decline = useAct(titleClaimRoutes.declineTitles, stale, { shown: true })
  const claims = named.map(({ name: _, ...claim }) => claim)
  const words = { count: named.length, name: named[0]?.name ?? '' }
  const finish = (done: 'confirmed' | 'declined', { decided, skipped }: { decided: number; skipped: number }) => {
    toastDone({
      message: [t(done, { count: decided }), ...(skipped > 0 ? [t('skipped', { count: skipped })] : [])].join('. '),
    })
    onDecided?.()
    onClose()
  }
  if (act === 'decline')
    return (
      <ReasonDialog
        title={t('decline_question', words)}
        reason={{ label: t('reason'), required: true }}
        action={() => t('decline')}
        danger
        onAct={async ({ reason }) => finish('declined', (await decline.mutateAsync({ body: { claims, reason } })).data)}
        onClose={onClose}
      >
        <p>{t('decline_text')}</p>
      </ReasonDialog>
    )
  return (
    <ConfirmDialog
      opened
      title={t('confirm_question', words)}
      action={t('confirm')}
      busy={confirm.isPending}
      onConfirm={async () => finish('confirmed', (await confirm.mutateAsync({ body: { claims } })).data)}
      onClose={onClose}
    >
      <p>{t('confirm_text')}</p>
    </ConfirmDialog>
  )
}
