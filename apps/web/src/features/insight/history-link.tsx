import { IconHistory } from '@tabler/icons-react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { texts } from './texts.ts'

interface HistoryLinkProps {
  id: string
  /** Where something else is called the history already. */
  label?: 'history' | 'audit_trail'
}

/** The way from an object to everything that was done with it; only for those who may read the audit trail. */
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
