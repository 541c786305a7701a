import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { saveFile } from '#platform/download'
import { useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { ConfirmDialog } from '#ui/error-dialog'
import { toastDone } from '#ui/toast'
import { AuthForm, useServerForm } from '../parts/form.tsx'
import { AuthPage } from '../parts/page.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { texts as parts } from '../parts/texts.ts'
import { texts as titles } from '../texts.ts'
import { copyText } from './copy-text.ts'
import { freshCodes, keepFreshCodes } from './fresh-codes.ts'
import classes from './security.module.css'
import { texts } from './texts.ts'

/** Shows codes that were just made, once; without such it makes new ones. */
export function RecoveryCodesPage() {
  const [codes, setCodes] = useState(freshCodes)
  return codes.length > 0 ? <Codes codes={codes} /> : <Renew onRenewed={setCodes} />
}

function Codes({ codes }: { codes: readonly string[] }) {
  const t = useT(texts)
  const title = useT(titles)('recovery_codes')
  const navigate = useNavigate()
  const { user, organisation } = useAccount()
  const [stored, setStored] = useState(false)
  const blocker = useBlocker({ shouldBlockFn: () => !stored, enableBeforeUnload: () => !stored, withResolver: true })
  // They leave the memory with the page that showed them.
  useEffect(() => () => keepFreshCodes([]), [])
  useEffect(() => {
    if (stored) void navigate({ to: '/security/mfa', replace: true })
  }, [stored, navigate])
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
  const words = useT(parts)
  const client = useQueryClient()
  const of = useServerForm({
    schema: identityRoutes.renewRecoveryCodes.body,
    values: { password: '' },
    async onSubmit(body) {
      const { recovery_codes } = await call(identityRoutes.renewRecoveryCodes, { body })
      await client.invalidateQueries({ queryKey: keyOf(identityRoutes.listMfa) })
      onRenewed(recovery_codes)
    },
  })
  return (
    <AuthPage title={title} lead={t('renew_lead')}>
      <AuthForm of={of} action={t('new_codes')}>
        <PasswordField form={of.form} name="password" label={words('password')} autoComplete="current-password" />
      </AuthForm>
    </AuthPage>
  )
}
