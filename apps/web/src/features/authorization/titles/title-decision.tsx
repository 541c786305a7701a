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
  /** What is decided, as it is called. */
  readonly titles: string
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

/** Who claims what, where several are decided at once. One is named by the question. */
function Claims({ claims }: { claims: readonly Claim[] }) {
  if (claims.length < 2) return null
  return (
    <ul>
      {claims.map(({ name, titles, user_id, spouse_id }) => (
        <li key={spouse_id ?? user_id}>
          {name}: {titles}
        </li>
      ))}
    </ul>
  )
}

/** Asks before titles are confirmed, and for the reason why they are declined. */
export function TitleDecision({ act, claims: named, onDecided, onClose }: TitleDecisionProps) {
  const t = useT(texts)
  const confirm = useAct(titleClaimRoutes.confirmTitles, stale)
  const decline = useAct(titleClaimRoutes.declineTitles, stale, { shown: true })
  const claims = named.map(({ name: _, titles: __, ...claim }) => claim)
  const [first] = named
  const words = {
    count: named.length,
    name: first?.name ?? '',
    titles: first?.titles ?? '',
    of: first?.spouse_id === undefined ? 'person' : 'spouse',
  }
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
        <Claims claims={named} />
        <p>{t('decline_text', words)}</p>
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
      <Claims claims={named} />
      <p>{t('confirm_text', words)}</p>
    </ConfirmDialog>
  )
}
