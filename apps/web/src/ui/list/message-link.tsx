import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { ALL_EVENTS, listSearch } from '#platform/list-search'
import { LinkButton } from '../base/link-button.tsx'
import { WhyNot } from '../base/why-not.tsx'
import type { BulkAction } from './bulk-types.tsx'
import { texts } from './message-link-texts.ts'

/** Returns the act that writes to the people of the selected rows, for those who may write to people. */
export function useMessageSelected<Row>(personOf: (row: Row) => string): readonly BulkAction<Row>[] {
  const can = useCan()
  const navigate = useNavigate()
  if (!can('users.read') || !can('messages.create')) return []
  return [
    {
      label: text(texts, 'message_selected'),
      icon: IconMail,
      act: (rows) =>
        void navigate({
          to: '/admin/messages/new',
          search: { to: 'people', ids: [...new Set(rows.map(personOf))].join(',') },
        }),
    },
  ]
}

/** Opens the composer for the rows that the list on this page shows: its filter is the message's. */
export function MessageListLink({ to }: { to: 'reservations' | 'people' }) {
  const t = useT(texts)
  const can = useCan()
  const { page: _, page_size: __, sort: ___, ...filter } = listSearch(useSearch({ strict: false }))
  if (!(to === 'people' ? can('messages.create') && can('users.read') : can('reservations.email'))) return null
  if (to === 'reservations' && filter['event_id'] === ALL_EVENTS)
    return (
      <WhyNot reason={t('of_one_event')}>
        {(off) => (
          <Button variant="default" leftSection={<IconMail size={18} />} {...off}>
            {t('message_list')}
          </Button>
        )}
      </WhyNot>
    )
  return (
    <LinkButton
      to="/admin/messages/new"
      search={{ ...filter, ...(to === 'people' && { to }) }}
      variant="default"
      leftSection={<IconMail size={18} />}
    >
      {t('message_list')}
    </LinkButton>
  )
}
