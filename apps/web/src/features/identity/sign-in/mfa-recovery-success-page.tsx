import { Button } from '@mantine/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { session } from '#platform/session'
import { AuthPage, Note } from '../parts/page.tsx'
import { texts as parts } from '../parts/texts.ts'
import { useEnter } from '../queries.ts'
import { texts as titles } from '../texts.ts'
import { texts } from './texts.ts'

/**
 * Signed in with a recovery code: shows how many are left. The rest of the app uses the session once the user
 * continues.
 */
export function MfaRecoverySuccessPage() {
  const t = useT(texts)
  const title = useT(titles)('recovery_success')
  const words = useT(parts)
  const { enter, entering } = useEnter()
  const signedIn = session.read('accessToken') !== undefined
  const mfa = useQuery({ ...queryOf(identityRoutes.listMfa), enabled: signedIn && !entering })
  if (!signedIn) return <Navigate to="/auth/login" replace />
  return (
    <AuthPage title={title}>
      {mfa.data ? (
        <Note>
          <p>{t('recovery_used', { left: mfa.data.recovery_codes_left })}</p>
          <p>{t('recovery_next')}</p>
        </Note>
      ) : null}
      <Button mt="lg" fullWidth loading={entering} onClick={() => void enter()}>
        {words('continue')}
      </Button>
    </AuthPage>
  )
}
