import { IconHistory } from '@tabler/icons-react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { texts } from './history-texts.ts'

interface HistoryLinkProps {
  id: string
  /** `audit_trail` if the page already calls something else its history. */
  label?: 'history' | 'audit_trail'
}

/** Links an object to its entries in the audit trail, for users who can read them. */
export function HistoryLink({ id, label = 'history' }: HistoryLinkProps) {
  const t = useT(texts)
  const can = useCan()
  if (!can('audit_trail.read')) return null
  return (
    <LinkButton
      variant="default"
      leftSection={<IconHistory size={17} />}
      to="/admin/audit-trail"
      search={{ object_id: id }}
    >
      {t(label)}
    </LinkButton>
  )
}
