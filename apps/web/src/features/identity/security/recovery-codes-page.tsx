import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { saveFile } from '#platform/download'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { AuthPage } from '../parts/page.tsx'
import { texts as titles } from '../texts.ts'
import { copyText } from './copy-text.ts'
import { freshCodes, keepFreshCodes } from './fresh-codes.ts'
import classes from './security.module.css'
import { texts } from './texts.ts'

/** Shows new recovery codes once. Without any it generates them. */
export function RecoveryCodesPage() {
  const [{ codes, next }, setFresh] = useState(freshCodes)
  return codes.length > 0 ? (
    <Codes codes={codes} next={next} />
  ) : (
    <Renew onRenewed={(renewed) => setFresh({ codes: renewed, next })} />
  )
}

function Codes({ codes, next }: { codes: readonly string[]; next: string }) {
  const t = useT(texts)
  const title = useT(titles)('recovery_codes')
  const navigate = useNavigate()
  const { user, organisation } = useAccount()
  const [stored, setStored] = useState(false)
  const blocker = useBlocker({ shouldBlockFn: () => !stored, enableBeforeUnload: () => !stored, withResolver: true })
  // They leave the memory together with the page that showed them.
  useEffect(() => () => keepFreshCodes([]), [])
  useEffect(() => {
    if (stored) void navigate({ to: next, replace: true })
  }, [stored, next, navigate])
  const text = `${t('file_head', { name: user?.name ?? '', church: organisation.name })}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    if (await copyText(codes.join('\n'))) toastDone({ message: t('copied') })
  }
  return (
    <AuthPage title={title} lead={t('codes_lead')}>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className="code">{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.tools} data-no-print>
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: t('file_name') })}
        >
          {t('download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <Button fullWidth onClick={() => setStored(true)} data-no-print>
        {t('stored')}
      </Button>
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        title={t('leave_title')}
        action={t('leave')}
        leaves
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        {t('leave_text')}
      </ConfirmDialog>
    </AuthPage>
  )
}

function Renew({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const t = useT(texts)
  const title = useT(titles)('recovery_codes')
  const mfa = useQuery(queryOf(identityRoutes.listMfa))
  const renew = useAct(identityRoutes.renewRecoveryCodes, [identityRoutes.listMfa])
  if (mfa.data && mfa.data.methods.length + mfa.data.passkeys.length === 0)
    return <Navigate to="/security/mfa" replace />
  return (
    <AuthPage title={title} lead={t('renew_lead')}>
      <Button
        fullWidth
        loading={renew.isPending}
        onClick={() => renew.mutate({}, { onSuccess: ({ data }) => onRenewed(data.recovery_codes) })}
      >
        {t('new_codes')}
      </Button>
    </AuthPage>
  )
}
