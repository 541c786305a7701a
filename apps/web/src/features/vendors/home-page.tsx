import { Box } from '@mantine/core'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { EmptyState } from '#ui/feedback/empty-state'
import { PageHeader } from '#ui/shell/page-header'
import { texts } from './texts.ts'

/** `/vendor`: what the church shares with its caterers and suppliers, and its contacts. */
export function VendorHomePage() {
  const t = useT(texts)
  const { user, organisation } = useAccount()
  const { phone, email } = organisation
  return (
    <>
      <PageHeader
        title={t('welcome', { name: user?.first_name ?? '' })}
        note={t('about', { church: organisation.name })}
      />
      <EmptyState
        title={t('nothing_shared')}
        hint={t('what_to_do')}
        action={
          <LinkButton variant="default" to="/auth/account">
            {t('check_details')}
          </LinkButton>
        }
      />
      {phone || email ? (
        <Box component="section" mt="xl">
          <h2>{t('contact')}</h2>
          <p>{organisation.name}</p>
          {phone ? (
            <p>
              <a href={`tel:${phone}`}>{phone}</a>
            </p>
          ) : null}
          {email ? (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          ) : null}
        </Box>
      ) : null}
    </>
  )
}
