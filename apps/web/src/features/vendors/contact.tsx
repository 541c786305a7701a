import { Box } from '@mantine/core'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { PhoneLink } from '#ui/base/values'
import { texts } from './texts.ts'

/** How to reach the office, if the organisation says so. */
export function Contact() {
  const t = useT(texts)
  const { organisation } = useAccount()
  const { phone, email } = organisation
  return phone || email ? (
    <Box component="section" mt="xl">
      <h2>{t('contact')}</h2>
      <p>{organisation.name}</p>
      {phone ? (
        <p>
          <PhoneLink phone={phone} />
        </p>
      ) : null}
      {email ? (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      ) : null}
    </Box>
  ) : null
}
