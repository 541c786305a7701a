import type { Person } from '@shiloh/contract/authorization'
import { useT } from '#platform/i18n'
import { StatusBadge, ToneBadge } from '#ui/base/status-badge'
import { texts } from '../texts.ts'

/** The status of an account, or that its person was erased. */
export function PersonStatus({ person }: { person: Pick<Person, 'status' | 'erased_at'> }) {
  const t = useT(texts)
  return person.erased_at ? <ToneBadge tone="mute">{t('erased')}</ToneBadge> : <StatusBadge status={person.status} />
}
